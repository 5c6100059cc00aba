import { usageError } from '../../core/catalogue/usage.ts';
import { didYouMean } from '../../core/did-you-mean.ts';
import { EXIT_CODE, FlowError } from '../../core/diagnostic.ts';
import { bashCompletion } from '../completion/bash-completion.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../options.ts';
import type { Arguments } from '../parse-arguments.ts';
import type { Terminal } from '../terminal.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `flow completion bash|zsh|fish`: a script by which the shell completes what is typed. */
export function completionCommand({ words }: Arguments, { out }: Terminal): number {
  const [shell = '', more] = words;
  if (more !== undefined) throw new FlowError(usageError(ONE_SHELL));
  if (!isShell(shell)) throw new FlowError(whichShell(shell));
  out.write(SHELLS[shell](COMMANDS, DEFAULT_COMMAND));
  return EXIT_CODE.done;
}

const ONE_SHELL = {
  title: '`flow completion` takes the name of one shell',
  hint: 'as in `source <(flow completion bash)`',
};

function isShell(text: string): text is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, text);
}

function whichShell(given: string): ReturnType<typeof usageError> {
  return usageError({
    title:
      given === ''
        ? '`flow completion` takes the name of a shell'
        : `there is no completion for \`${given}\``,
    hint:
      didYouMean(given, Object.keys(SHELLS)) ??
      'there is `bash`, `zsh` and `fish`; in bash: `source <(flow completion bash)`',
  });
}
