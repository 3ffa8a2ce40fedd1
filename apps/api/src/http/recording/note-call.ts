import type { Context } from 'hono';
import type { Handler } from '#core/handler.ts';
import type { Env } from '#http/kernel.ts';
import type { readCall } from '#http/reading/read-call.ts';

/** The parts of a call that are read, and a note of the body for the request log. */
export function partsOf({ req, get }: Context<Env>): Parameters<typeof readCall>[1] {
  const noted = get('noted');
  const noteBody = noted && ((body: unknown) => void (noted.body = body));
  return { params: req.param(), query: req.queries(), request: req.raw, noteBody };
}

/** A handler whose result is noted for the request log. */
export function noteResult(run: Handler['run'], { get }: Context<Env>): Handler['run'] {
  const noted = get('noted');
  if (!noted) return run;
  return async (call) => {
    noted.result = await run(call);
    return noted.result;
  };
}
