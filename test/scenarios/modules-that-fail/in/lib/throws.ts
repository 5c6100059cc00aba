throw new TypeError('in the library');
