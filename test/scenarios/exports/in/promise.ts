export default Promise.reject(new Error('no'));
