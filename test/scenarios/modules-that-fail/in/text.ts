throw 'just text';
