import { rule, workflow } from 'dagflow';
import { decon } from '../../rules/decon.ts';
import { edf } from '../../rules/edf.ts';
import { qcDecon, qcEdf, qcRegistration, qcStitch } from '../../rules/qc.ts';
import { registration } from '../../rules/registration.ts';
import { stitch } from '../../rules/stitch.ts';
import { amountsOf } from './amounts.ts';
import { Config } from './config.ts';
import {
  channelNamesOf,
  deconParams,
  edfParams,
  gateOf,
  referenceChannelIndex,
  registrationParams,
  stitchParams,
} from './params.ts';
import { rawData } from './raw.ts';

export default workflow({
  config: Config,
  rules: (config) => {
    const { project, cycles } = config;
    const raw = rawData(config);
    const stitched = stitch({
      project,
      tiles: raw.tiles,
      flatfields: flatfieldsOf(config),
      params: stitchParams(config),
      channelNames: ({ cycle }) => channelNamesOf(config, cycle),
      ...amountsOf('stitch', config),
    });
    const deconvolved =
      config.decon.method === 'none'
        ? undefined
        : decon({
            project,
            image: stitched.output.image,
            params: deconParams(config),
            ...amountsOf('decon', config),
          });
    const planes = (deconvolved ?? stitched).output.image;
    const projected =
      config.edf.method === 'none'
        ? undefined
        : edf({ project, image: planes, params: edfParams(config), ...amountsOf('edf', config) });
    const registered = registration({
      project,
      image: projected?.output.image ?? planes,
      params: registrationParams(config),
      ...amountsOf('registration', config),
    });
    const common = { project, cycles, ...amountsOf('qc', config) };
    const checks = [
      qcStitch({ ...common, gate: gateOf(config, 'stitch'), positions: stitched.output.positions }),
      deconvolved &&
        qcDecon({
          ...common,
          gate: gateOf(config, 'decon'),
          before: stitched.output.image,
          after: deconvolved.output.image,
        }),
      projected &&
        qcEdf({
          ...common,
          gate: gateOf(config, 'edf'),
          before: planes,
          after: projected.output.image,
        }),
      qcRegistration({
        ...common,
        gate: gateOf(config, 'registration'),
        image: registered.output.image,
        referenceCycle: config.registration.reference_cycle,
        referenceChannel: referenceChannelIndex(config),
        channelCount: config.channels.length,
        cell: config.qc.cell,
      }),
    ].filter((check) => check !== undefined);
    const reports = checks.map((check) => check.output.report);
    const qc = rule('qc', { input: reports });
    const all = rule('all', { input: [registered.output.image, ...reports], default: true });
    const steps = [registered, projected, deconvolved, stitched].filter(
      (step) => step !== undefined,
    );
    return [all, qc, steps, raw.rules, checks];
  },
});

function flatfieldsOf({ illumination, channels }: Config): string[] {
  const { method, file } = illumination;
  if (method !== 'file' || file === undefined) return [];
  return channels.map((channel) => file.replaceAll('{channel}', String(channel)));
}
