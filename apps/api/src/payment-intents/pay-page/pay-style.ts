import { pageStyle } from '#http/pages/page-style.ts';

/** The hosted pay page's and the simulated bank's look: one calm column, the amount first, large targets. */
export const payStyle = `${pageStyle}
.pay { max-width: 460px; margin: 0 auto; padding: 40px 20px 80px; }
.pay .to { margin: 0; color: var(--ink-2); }
.pay h1 { margin: 4px 0 2px; font-size: 34px; line-height: 1.15; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums lining-nums; }
.pay h2 { margin: 32px 0 10px; font-size: 14px; }
.pay .currency { font-size: 16px; font-weight: 500; color: var(--ink-3); letter-spacing: 0; }
.pay .why { color: var(--ink-2); overflow-wrap: anywhere; }
.pay form { margin: 0; }
.pay label { display: block; margin: 20px 0 6px; font-weight: 500; }
.pay .hint { margin: 6px 0 0; font-size: 12.5px; color: var(--ink-3); }
.pay input[type="text"] {
  width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--paper);
  border: 1px solid var(--ink-3); border-radius: 8px;
}
.banks { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; margin: 0; padding: 0; list-style: none; }
.button {
  display: block; width: 100%; min-height: 48px; padding: 12px 14px; font: inherit; font-weight: 500; text-align: left; color: var(--ink);
  background: var(--paper); border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
}
.button:hover { border-color: var(--ink-3); text-decoration: none; }
.button.primary { text-align: center; color: var(--paper); background: var(--ink); border-color: var(--ink); }
.button.plain { text-align: center; }
.actions { display: grid; gap: 8px; margin-top: 28px; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 20px; margin: 24px 0 0; padding: 16px 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.facts dt { color: var(--ink-3); }
.facts dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.pay .cancel { margin-top: 20px; }
.note { margin-top: 40px; font-size: 12.5px; color: var(--ink-3); }
@media (max-width: 360px) { .banks { grid-template-columns: 1fr; } }
@media (forced-colors: active) { .button { border-color: ButtonText; } }
`;
