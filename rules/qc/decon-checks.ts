import { type Measurements, worstOf } from './report.ts';

/** One channel of a cycle before or after deconvolution. */
export interface ChannelLight {
  /** Sum of all samples of all planes. */
  readonly total: number;
  /** Bright above middle, and standard deviation of the noise, of the middle plane, counts. */
  readonly signal: number;
  readonly noise: number;
}

export interface DeconvolvedChannel {
  readonly name: string;
  readonly before: ChannelLight;
  readonly after: ChannelLight;
}

/** What the channels of a cycle say, before and after. */
export function measureDecon(channels: readonly DeconvolvedChannel[]): Measurements<'decon'> {
  const each = (value: (channel: DeconvolvedChannel) => number) =>
    channels.map((channel) => ({ value: value(channel), where: `channel ${channel.name}` }));
  return {
    light: worstOf(
      each((channel) => Math.abs(lightRatio(channel) - 1)),
      'low',
    ),
    signal_to_noise: worstOf(each(gainOf), 'high'),
  };
}

/** Total after over total before. */
function lightRatio({ before, after }: DeconvolvedChannel): number {
  return after.total / before.total;
}

function signalToNoise({ signal, noise }: ChannelLight): number {
  return signal / noise;
}

/** Signal over noise after, over that before. */
function gainOf({ before, after }: DeconvolvedChannel): number {
  return signalToNoise(after) / signalToNoise(before);
}

/** Numbers of a channel for the report. */
export function deconNumbers(channel: DeconvolvedChannel): Record<string, number | string> {
  const { name, before, after } = channel;
  return {
    channel: name,
    lightRatio: short(lightRatio(channel)),
    signalToNoiseBefore: short(signalToNoise(before)),
    signalToNoiseAfter: short(signalToNoise(after)),
    noisePowerBefore: short(before.noise ** 2),
    noisePowerAfter: short(after.noise ** 2),
  };
}

function short(value: number): number {
  return Number(value.toPrecision(5));
}
