import { fontFaces, pageStyle } from '#http/pages/page-style.ts';

/** `colour` is the shop's brand colour (`#rrggbb`), null for the default colour. */
export const payStyle = (basePath: string, colour: string | null): string =>
  `${fontFaces(basePath)}${rules}${colour === null ? '' : `:root { --brand: ${colour}; --on-brand: #fff; }`}`;

/** The style of the pay pages and the simulated bank: one column, shop and amount first, large targets. */
const rules = `${pageStyle}
:root {
  --surface: #fff; --hover: #f6f6f2; --line-2: #d4d5ce; --ok: #0f6b43; --ok-soft: #e2f3e9; --move: #1b5cb8; --move-soft: #e4eefb;
  --bad: #b0261d; --bad-soft: #fbe8e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #16191d; --hover: #1a1d22; --line-2: #353b43; --ok: #63cf98; --ok-soft: #11281d; --move: #82b5ff; --move-soft: #13233a;
    --bad: #ff8e85; --bad-soft: #331917;
  }
}
body { font-size: 15px; }
.pay { display: flex; flex-direction: column; max-width: 460px; min-height: calc(100vh - 3px); margin: 0 auto; padding: 0 20px; }
.pay header { margin: 0 -20px; padding: 24px 20px 20px; border-bottom: 1px solid var(--line); }
.shop { display: flex; align-items: center; gap: 10px; margin-bottom: 16px; font-weight: 550; }
.shop bdi { overflow-wrap: anywhere; }
.mark {
  display: grid; place-items: center; flex: none; width: 28px; height: 28px; border-radius: 6px; font-size: 12px; font-weight: 600;
  background: var(--brand, var(--ink)); color: var(--on-brand, var(--paper)); object-fit: contain;
}
img.mark { background: none; }
.pay h1 { margin: 0; font-size: 34px; line-height: 1.1; font-weight: 550; letter-spacing: -0.03em; font-variant-numeric: tabular-nums lining-nums; }
.minor-units { font-size: 20px; font-weight: 400; color: var(--ink-3); letter-spacing: -0.01em; }
.pay .for { margin: 6px 0 0; color: var(--ink-3); overflow-wrap: anywhere; }
.pay h2 { margin: 24px 0 4px; font-size: 13px; font-weight: 500; color: var(--ink-3); }
.pay form { margin: 20px 0 0; }
.pay form > :first-child { margin-top: 0; }
.pay label { display: block; margin: 20px 0 6px; font-weight: 500; }
.pay .hint { margin: 6px 0 0; font-size: 12.5px; color: var(--ink-3); }
.icon { width: 18px; height: 18px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.pay input {
  width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: var(--ink); background: var(--surface);
  border: 1px solid var(--ink-3); border-radius: 8px;
}
.find { position: relative; margin-top: 20px; display: flex; gap: 8px; }
.find .icon { position: absolute; left: 13px; top: 13px; color: var(--ink-3); }
.find input { padding-left: 40px; }
.find input::placeholder { color: var(--ink-3); opacity: 1; }
.find button { padding: 0 14px; font: inherit; font-weight: 500; color: var(--ink); background: var(--surface); border: 1px solid var(--line-2); border-radius: 8px; cursor: pointer; }
.live .find button { display: none; }
.banks { margin: 0; padding: 0; list-style: none; }
.bank {
  display: flex; align-items: center; gap: 12px; width: 100%; min-height: 52px; padding: 8px 4px; font: inherit; font-weight: 500;
  text-align: start; color: var(--ink); background: none; border: 0; border-bottom: 1px solid var(--line); cursor: pointer;
}
.bank:hover { background: var(--hover); }
.bank .mark { width: 32px; height: 32px; border-radius: 8px; background: var(--sunken); color: var(--ink-2); }
.bank .name { flex: 1; overflow-wrap: anywhere; }
.bank .icon { color: var(--ink-3); }
.none { padding: 12px 4px; }
.refusal { margin: 0 0 20px; padding: 12px 14px; border-radius: 8px; color: var(--bad); background: var(--bad-soft); }
.button {
  display: block; width: 100%; min-height: 48px; padding: 12px 14px; font: inherit; font-weight: 500; text-align: center; color: var(--ink);
  background: var(--surface); border: 1px solid var(--line-2); border-radius: 8px; cursor: pointer;
}
.button:hover { border-color: var(--ink-3); text-decoration: none; }
.button.primary { color: var(--on-brand, var(--paper)); background: var(--brand, var(--ink)); border-color: color-mix(in oklab, var(--brand, var(--ink)) 70%, var(--ink)); }
.actions { display: grid; gap: 8px; margin-top: 28px; }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 20px; width: 100%; margin: 20px 0; padding: 14px 0; border: solid var(--line); border-width: 1px 0; text-align: start; }
.facts dt { color: var(--ink-3); }
.facts dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
.tag { padding: 2px 10px; border-radius: 10px; font-size: 12.5px; font-weight: 500; color: var(--ok); background: var(--ok-soft); }
.tag.not-there { color: inherit; background: var(--hover); }
.outcome { margin: 0; border: 0; display: grid; justify-items: center; gap: 8px; padding: 48px 0 24px; text-align: center; }
.outcome h1, .outcome h2 { margin: 10px 0 0; font-size: 20px; font-weight: 600; letter-spacing: -0.015em; color: var(--ink); }
.outcome p { margin: 0; max-width: 38ch; color: var(--ink-2); overflow-wrap: anywhere; }
.outcome p + .button { margin-top: 16px; }
.outcome form { width: 100%; margin-top: 16px; padding-top: 20px; border-top: 1px solid var(--line); text-align: start; }
.outcome form .button { margin-top: 12px; }
.outcome .hint { max-width: none; }
.outcome .wrong { color: var(--bad); }
.outcome .asked { margin-top: 12px; }
.outcome .quote { margin-top: 16px; font-size: 12.5px; color: var(--ink-3); }
.sign { display: grid; place-items: center; width: 52px; height: 52px; border-radius: 50%; }
.sign .icon { width: 26px; height: 26px; }
.sign.yes { color: var(--ok); background: var(--ok-soft); }
.sign.no { color: var(--bad); background: var(--bad-soft); }
.sign.moving { color: var(--move); background: var(--move-soft); }
.sign.moving .icon { animation: turn 1.2s linear infinite; }
@keyframes turn { to { transform: rotate(360deg); } }
.languages { position: relative; margin-inline-start: auto; font-size: 12.5px; font-weight: 400; color: var(--ink-3); }
.languages summary { padding: 6px 0; cursor: pointer; }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: ''; display: inline-block; width: 6px; height: 6px; margin: 0 2px 3px 8px; border: solid currentcolor; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.who { margin-bottom: 16px; }
.who summary { cursor: pointer; color: var(--ink-2); }
.languages ul { position: absolute; right: 0; z-index: 1; min-width: 140px; margin: 0; padding: 4px; list-style: none; background: var(--surface); border: 1px solid var(--line-2); border-radius: 8px; box-shadow: 0 8px 24px -8px rgb(0 0 0 / .3); }
.languages a { display: block; padding: 8px 10px; border-radius: 6px; color: var(--ink); }
.languages a:hover { background: var(--hover); text-decoration: none; }
.languages [aria-current] { font-weight: 550; }
.pay .cancel { margin-top: 20px; }
.pay footer { margin: auto -20px 0; padding: 16px 20px 24px; border-top: 1px solid var(--line); font-size: 12.5px; }
.pay footer p { margin: 0 0 4px; color: var(--ink-3); }
.pay form + .cancel { margin-bottom: 24px; }
[hidden] { display: none !important; }
@media (prefers-reduced-motion: reduce) { .sign.moving .icon { animation: none; } }
@media (forced-colors: active) { .button, .bank { border-color: ButtonText; } .mark, .sign { border: 1px solid CanvasText; } }
@media print { .languages, .button, .outcome form, .asked { display: none; } }
`;
