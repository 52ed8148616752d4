/** Style of a report's page: colours and sizes as the venue's page has them, by the scheme of the reader. */
export const STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#f5f6f8,#0d1117);--surface:light-dark(#fff,#141a22);--line:light-dark(#e1e4ea,#232c38);
--strong:light-dark(#cbd0d9,#364152);--text:light-dark(#14181f,#e8ecf2);--soft:light-dark(#4a5361,#b1bac7);--yes:light-dark(#0b7a50,#42c48d);--no:light-dark(#c02f3f,#f47c86)}
.line-0{--c:light-dark(#2a52d8,#7c9bff)}.line-1{--c:light-dark(#c2570c,#ff9d5c)}.line-2{--c:light-dark(#0b7a50,#42c48d)}.line-3{--c:light-dark(#a11f86,#f07fd3)}
.line-4{--c:light-dark(#0a7285,#4cc5d9)}.line-5{--c:light-dark(#6d4bd0,#b59bff)}.line-6{--c:light-dark(#8a6200,#e5c054)}.line-7{--c:light-dark(#c02f3f,#f47c86)}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:1100px;background:var(--canvas);color:var(--text);font:.875rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.625rem;line-height:1.2;letter-spacing:-.015em}h2{margin:0 0 .25rem;font-size:1rem}p{margin:.25rem 0 .75rem}p:empty{display:none}
.soft,figcaption,.plot span,.times,th,small{color:var(--soft)}.yes{color:var(--yes)}.no{color:var(--no)}
section,.figures>div{padding:1rem;background:var(--surface);border:1px solid var(--line);border-radius:12px}section{margin-top:1rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:.75rem}.figures>div{padding:.75rem 1rem;break-inside:avoid}
.figures strong{display:block;font-size:1.25rem;line-height:1.35;font-variant-numeric:tabular-nums}small{display:block;font-size:.75rem}
.scroll{overflow-x:auto}table{min-width:100%;border-collapse:collapse;font-size:.8125rem}
th,td{padding:.3rem 1rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:normal}th{font-weight:600;white-space:nowrap}
td.figure,td.time{font-variant-numeric:tabular-nums;white-space:nowrap}
figure{margin:0;break-inside:avoid}figcaption{display:flex;flex-wrap:wrap;gap:0 1rem;margin-bottom:.75rem;font-size:.75rem}
figcaption i{display:inline-block;width:.75rem;height:3px;margin-right:.4rem;vertical-align:middle;background:var(--c)}
.plot{position:relative;height:220px;margin-left:4.5rem}.plot svg{display:block;width:100%;height:100%;overflow:visible}
.plot span{position:absolute;right:calc(100% + .5rem);transform:translateY(-50%);font-size:.6875rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.times{display:flex;justify-content:space-between;margin:.4rem 0 0 4.5rem;font-size:.6875rem}
path{fill:none;stroke:var(--c);stroke-width:1.75;vector-effect:non-scaling-stroke}path.grid,path.zero{stroke:var(--line);stroke-width:1}path.zero{stroke:var(--strong)}
rect{fill:transparent}rect:hover{fill:var(--strong);fill-opacity:.4}
@media print{body{max-width:none;padding:0;background:none}.scroll{overflow:visible}table{font-size:.625rem}th,td{padding-right:.4rem}}`;
