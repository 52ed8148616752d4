/** The page's icons, drawn in the text colour. Decoration: adjacent text says the same. */

const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4.5 4.5',
  close: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  screen: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  home: 'M4 11.5 12 5l8 6.5V20h-5.5v-5h-5v5H4z',
  trophy: 'M8 4h8v5a4 4 0 0 1-8 0zM8 5H4.5c0 3 1.5 4.5 3.6 5M16 5h3.5c0 3-1.5 4.5-3.6 5M12 13v4m-4 3h8m-6-3h4',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9H6a2 2 0 0 1-2-2zm0 0 11-3v3m1 6.5h.01',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.700 1.900 7.5 5.5',
  heart:
    'M12 20s-7.500-4.600-7.500-10A4.200 4.200 0 0 1 12 7.500 4.200 4.200 0 0 1 19.500 10c0 5.400-7.500 10-7.500 10z',
  reply: 'M10 6 4 12l6 6m-6-6h9a7 7 0 0 1 7 7',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4v4.500l3 1.800',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1m2 3.700a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  back: 'M15 5l-7 7 7 7',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  star: 'M12 4.200l2.400 5 5.500.700-4 3.800 1 5.500-4.900-2.700-4.900 2.700 1-5.500-4-3.800 5.500-.700z',
  share: 'M12 15V4m-4 4 4-4 4 4M6 12v7.500h12V12',
  bell: 'M12 4c-3 0-5 2.200-5 5.200 0 4-1.500 5.300-2 6.300h14c-.5-1-2-2.300-2-6.300C17 6.200 15 4 12 4zM10.500 19h3',
  warn: 'M12 4 3 20h18zM12 10v4.500m0 2.500h.01',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox='0 0 24 24'
      fill='none'
      stroke='currentColor'
      strokeWidth='1.8'
      strokeLinecap='round'
      strokeLinejoin='round'
      aria-hidden='true'
      focusable='false'
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
