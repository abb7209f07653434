import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import type { ThemeLayout, ThemeLook } from './themes';

/** Small picture of a theme, in its colors and its arrangement. Decorative: its name is next to it. */
export function ThemePicture({ theme, className }: { theme: ThemeLook; className?: string }) {
  const Layout = LAYOUTS[theme.layout];
  return (
    <svg
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      className={cn('block w-full', className)}
    >
      <rect width="160" height="100" fill={theme.background} />
      <Layout theme={theme} />
    </svg>
  );
}

interface Look {
  theme: ThemeLook;
}

function Bar({
  x,
  y,
  width,
  height = 3,
  color,
  opacity = 1,
  radius = 1,
}: {
  x: number;
  y: number;
  width: number;
  height?: number;
  color: string;
  opacity?: number;
  radius?: number;
}) {
  return <rect x={x} y={y} width={width} height={height} rx={radius} fill={color} opacity={opacity} />;
}

/** Lines of text; the last one is shorter. */
function Lines({ x, y, width, count, color }: { x: number; y: number; width: number; count: number; color: string }) {
  return Array.from({ length: count }, (_, line) => line).map((line) => (
    <Bar
      key={line}
      x={x}
      y={y + line * 5}
      width={line === count - 1 ? width * 0.6 : width}
      height={2}
      color={color}
      opacity={0.45}
    />
  ));
}

function Title({
  theme,
  x,
  y,
  size,
  color = theme.text,
  weight = 700,
  children,
}: Look & { x: number; y: number; size: number; color?: string; weight?: number; children: ReactNode }) {
  const family = theme.face === 'serif' ? 'Georgia, Times New Roman, serif' : 'Arial, Helvetica, sans-serif';
  return (
    <text x={x} y={y} fontFamily={family} fontSize={size} fontWeight={weight} fill={color}>
      {children}
    </text>
  );
}

function Band({ theme }: Look) {
  const { accent, onAccent, surface, border, text } = theme;
  return (
    <>
      <rect width="160" height="46" fill={accent} />
      <Bar x={10} y={8} width={22} color={onAccent} />
      <Bar x={118} y={8} width={32} height={2} color={onAccent} opacity={0.6} />
      <Title theme={theme} x={10} y={29} size={13} color={onAccent}>
        Local help
      </Title>
      <Bar x={10} y={35} width={34} height={6} color={onAccent} radius={2} />
      {[10, 58, 106].map((x) => (
        <g key={x}>
          <rect x={x} y={56} width={44} height={34} rx={2} fill={surface} stroke={border} />
          <Lines x={x + 5} y={63} width={34} count={4} color={text} />
        </g>
      ))}
    </>
  );
}

function Serif({ theme }: Look) {
  const { accent, onAccent, border, text } = theme;
  return (
    <>
      <Bar x={66} y={9} width={28} color={accent} />
      <rect x={10} y={17} width={140} height={0.8} fill={border} />
      <Title theme={theme} x={44} y={37} size={15} color={accent} weight={400}>
        Local help
      </Title>
      <Lines x={38} y={45} width={84} count={2} color={text} />
      <Bar x={60} y={58} width={40} height={8} color={accent} radius={1} />
      <Bar x={68} y={61} width={24} height={2} color={onAccent} />
      <Lines x={10} y={76} width={64} count={4} color={text} />
      <Lines x={86} y={76} width={64} count={4} color={text} />
    </>
  );
}

function Heavy({ theme }: Look) {
  const { accent, onAccent, surface, border, text } = theme;
  return (
    <>
      <rect width="160" height="3" fill={accent} />
      <Bar x={10} y={9} width={26} height={4} color={text} radius={0} />
      <Title theme={theme} x={10} y={36} size={18} weight={900}>
        LOCAL HELP
      </Title>
      <rect x={10} y={43} width={46} height={10} fill={accent} />
      <Bar x={16} y={47} width={34} height={2} color={onAccent} radius={0} />
      {[10, 84].map((x) => (
        <g key={x}>
          <rect x={x} y={62} width={66} height={28} fill={surface} stroke={border} />
          <rect x={x} y={62} width={3} height={28} fill={accent} />
          <Lines x={x + 9} y={69} width={48} count={3} color={text} />
        </g>
      ))}
    </>
  );
}

function Cards({ theme }: Look) {
  const { accent, onAccent, surface, border, text } = theme;
  return (
    <>
      <rect x={10} y={7} width={140} height={11} rx={5.5} fill={surface} stroke={border} />
      <Bar x={16} y={11} width={20} color={accent} />
      <Bar x={120} y={11} width={24} color={accent} radius={1.5} />
      <Title theme={theme} x={10} y={38} size={13}>
        Local help
      </Title>
      <rect x={106} y={27} width={44} height={13} rx={6.5} fill={accent} />
      <Bar x={114} y={32.5} width={28} height={2} color={onAccent} />
      {[10, 58, 106].map((x) => (
        <g key={x}>
          <rect x={x} y={50} width={44} height={40} rx={8} fill={surface} stroke={border} />
          <circle cx={x + 11} cy={61} r={4.5} fill={accent} opacity={0.85} />
          <Lines x={x + 6} y={71} width={32} count={3} color={text} />
        </g>
      ))}
    </>
  );
}

function Columns({ theme }: Look) {
  const { border, text } = theme;
  return (
    <>
      <rect x={10} y={8} width={140} height={1.6} fill={border} />
      <Title theme={theme} x={40} y={25} size={15}>
        Local help
      </Title>
      <rect x={10} y={30} width={140} height={0.7} fill={border} />
      <rect x={10} y={32} width={140} height={0.7} fill={border} />
      {[10, 59, 108].map((x) => (
        <g key={x}>
          <Bar x={x} y={39} width={36} height={4} color={text} radius={0} />
          <Lines x={x} y={48} width={42} count={9} color={text} />
        </g>
      ))}
      {[55.5, 104.5].map((x) => (
        <rect key={x} x={x} y={38} width={0.6} height={54} fill={border} opacity={0.5} />
      ))}
    </>
  );
}

function Large({ theme }: Look) {
  const { accent, onAccent, surface, text } = theme;
  return (
    <>
      <Bar x={10} y={9} width={24} color={accent} />
      <Title theme={theme} x={9} y={42} size={25} weight={400}>
        Local help
      </Title>
      <Lines x={10} y={51} width={90} count={2} color={text} />
      <rect y={66} width="160" height="34" fill={surface} />
      <rect x={10} y={74} width={52} height={14} fill={accent} />
      <Bar x={19} y={80} width={34} height={2} color={onAccent} />
      <Lines x={78} y={74} width={72} count={4} color={text} />
    </>
  );
}

function Side({ theme }: Look) {
  const { accent, onAccent, surface, border, text } = theme;
  return (
    <>
      <rect width="160" height="15" fill={surface} />
      <Bar x={10} y={6} width={24} color={accent} />
      <Title theme={theme} x={10} y={33} size={12}>
        Local help
      </Title>
      <Lines x={10} y={41} width={84} count={5} color={text} />
      <Bar x={10} y={70} width={50} height={3} color={text} />
      <Lines x={10} y={77} width={84} count={3} color={text} />
      <rect x={106} y={24} width={44} height={66} rx={3} fill={surface} stroke={border} />
      <Bar x={112} y={31} width={26} color={text} />
      {[40, 51, 62].map((y) => (
        <rect key={y} x={112} y={y} width={32} height={7} rx={1.5} fill={theme.background} stroke={border} />
      ))}
      <rect x={112} y={75} width={32} height={9} rx={2} fill={accent} />
      <Bar x={118} y={78.5} width={20} height={2} color={onAccent} />
    </>
  );
}

const LAYOUTS: Record<ThemeLayout, (look: Look) => ReactNode> = {
  band: Band,
  serif: Serif,
  heavy: Heavy,
  cards: Cards,
  columns: Columns,
  large: Large,
  side: Side,
};
