export default class Workflow {}
