import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Tracing, TracingSettings } from '#http/telemetry/tracing.ts';

const random = new RandomIdGenerator();
/** Users see only the last 16 digits (contract §1, Errors): with leading zeros, a collector finds the trace by them. */
const filled = '0'.repeat(16);
const idGenerator = {
  generateSpanId: () => random.generateSpanId(),
  generateTraceId: () => filled + random.generateSpanId(),
};

function createProvider({ url, serviceName, ratio, headers = {} }: TracingSettings): BasicTracerProvider {
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  });
}

/** Exports traces over OTLP as JSON, with the exporter's timeouts. `stop` sends the remaining spans. */
export function startTracing(settings: TracingSettings): Tracing & { stop: () => Promise<void> } {
  const provider = createProvider(settings);
  const tracer = provider.getTracer('volume-portal');
  const underWay = new AsyncLocalStorage<Context>();
  const within = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      return await underWay.run(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  return {
    call: (traceparent, work) => {
      const span = tracer.startSpan('call', { kind: SpanKind.SERVER }, contextOf(traceparent));
      const { traceId } = span.spanContext();
      return within(span, () =>
        work({
          traceId: traceId.slice(filled.length),
          end: (name, attributes, failed) => {
            span.updateName(name).setAttributes(attributes);
            if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          },
        }),
      );
    },
    step: (name, attributes, work) => {
      const parent = underWay.getStore();
      if (!parent) return work();
      return within(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent), work);
    },
    stop: () => provider.shutdown(),
  };
}

/** Continues the caller's trace when its header is well formed; sampling is decided here, not by the caller. */
function contextOf(traceparent: string | null): Context {
  const [, traceId = '', spanId = ''] = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(traceparent ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true });
}
