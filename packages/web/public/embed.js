// Keeps the framed page of a market going: its chance, and how it went within a week. It reads and does nothing else.
const RENEW_MS = 30_000;
const { market, token, over } = document.body.dataset;
const chance = document.getElementById('chance');
const path = document.querySelector('#curve path');

async function read(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** Whole percents, never certain while it is not. */
function percent(price) {
  const rounded = Math.round(price * 100);
  if (rounded === 0 && price > 0) return '<1%';
  if (rounded === 100 && price < 1) return '>99%';
  return `${rounded}%`;
}

function draw(points) {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return;
  const prices = points.map(({ p }) => p);
  const low = Math.max(0, Math.min(...prices) - 0.02);
  const high = Math.min(1, Math.max(...prices) + 0.02);
  const span = Math.max(1, last.t - first.t);
  const x = (t) => (((t - first.t) / span) * 100).toFixed(1);
  const y = (p) => (2 + ((high - p) / (high - low)) * 36).toFixed(1);
  path.setAttribute('d', `M0 ${y(first.p)}${points.map(({ t, p }) => `H${x(t)}V${y(p)}`).join('')}H100`);
}

async function renew() {
  try {
    const [detail, { history }] = await Promise.all([
      read(`/markets/${market}`),
      read(`/prices-history?market=${token}&interval=1w&fidelity=15`),
    ]);
    const [first] = detail.tokens;
    const winner = detail.tokens.find((one) => one.winner);
    if (winner !== undefined) chance.textContent = winner.outcome;
    else if (first?.price_known) chance.textContent = percent(first.price);
    draw(history);
  } catch {
    // Keeps showing the last state until the next try.
  }
}

void renew();
if (over !== 'true') {
  setInterval(() => {
    if (document.visibilityState === 'visible') void renew();
  }, RENEW_MS);
}
