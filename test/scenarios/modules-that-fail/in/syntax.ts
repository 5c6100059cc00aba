export default { ;
