import { workflow } from 'dagflow';
export default workflow({
  rules: () => {
    const table: any = undefined;
    return table.rows;
  },
});
