import { rule, workflow } from 'dagflow';
import { qcGate } from '../../rules/qc.ts';
import { checksOf } from './checks.ts';
import { Config } from './config.ts';
import { stepsOf } from './steps.ts';

export default workflow({
  config: Config,
  rules: (config) => {
    const { project } = config;
    const steps = stepsOf(config);
    const { raw, stitched, deconvolved, projected, registered } = steps;
    const checks = checksOf(config, steps);
    const reports = checks.map((check) => check.output.report);
    const qc = rule('qc', { input: reports });
    const gate = qcGate({ project, reports });
    const all = rule('all', { input: [registered.output.image, ...reports], default: true });
    const made = [registered, projected, deconvolved, stitched].filter(
      (step) => step !== undefined,
    );
    return [all, qc, gate, made, raw.rules, checks];
  },
});
