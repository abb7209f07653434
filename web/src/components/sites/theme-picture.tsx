import type { ReactNode } from 'react';
import type { SiteTheme } from '@/api/sites';
import { cn } from '@/lib/cn';
import type { ThemeColors, ThemeLook } from './themes';

const SERIF = 'Georgia, "Times New Roman", serif';
const SANS = 'Arial, Helvetica, sans-serif';

/** Size of the picture. */
const [WIDTH, HEIGHT] = [160, 104];

/** Small picture of a theme's home page, in its colors and its arrangement. Decorative: its name is next to it. */
export function ThemePicture({ theme, className }: { theme: ThemeLook; className?: string }) {
  const { colors } = theme;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      className={cn('block w-full', className)}
    >
      <rect width={WIDTH} height={HEIGHT} fill={colors.canvas} />
      {LAYOUTS[theme.id](colors)}
      <rect width={WIDTH} height={5} fill={colors.strip} />
      <Bar x={10} y={2} width={46} height={1.2} color={colors.onStrip} opacity={0.75} />
      <rect y={HEIGHT - 6} width={WIDTH} height={6} fill={colors.foot} />
    </svg>
  );
}

interface BarProps {
  x: number;
  y: number;
  width: number;
  height?: number;
  color: string;
  opacity?: number;
  radius?: number;
}

function Bar({ x, y, width, height = 2.4, color, opacity = 1, radius = 0.8 }: BarProps) {
  return <rect x={x} y={y} width={width} height={height} rx={radius} fill={color} opacity={opacity} />;
}

/** Lines of text; the last one is shorter. */
function Lines({ x, y, width, count, color }: { x: number; y: number; width: number; count: number; color: string }) {
  return Array.from({ length: count }, (_, line) => line).map((line) => (
    <Bar
      key={line}
      x={x}
      y={y + line * 4}
      width={line === count - 1 ? width * 0.6 : width}
      height={1.5}
      color={color}
      opacity={0.45}
    />
  ));
}

function Title({
  x,
  y,
  size,
  color,
  face = SANS,
  weight = 700,
  anchor,
  children,
}: {
  x: number;
  y: number;
  size: number;
  color: string;
  face?: string;
  weight?: number;
  anchor?: 'middle';
  children: string;
}) {
  return (
    <text x={x} y={y} fontFamily={face} fontSize={size} fontWeight={weight} fill={color} textAnchor={anchor}>
      {children}
    </text>
  );
}

/** Name of the site at the left, navigation at the right. */
function Header({ top, onTop }: ThemeColors) {
  return (
    <>
      <rect y={5} width={WIDTH} height={11} fill={top} />
      <rect x={10} y={8} width={5} height={5} rx={1} fill={onTop} />
      <Bar x={17} y={9.3} width={24} color={onTop} />
      {[96, 114, 132].map((x) => (
        <Bar key={x} x={x} y={9.6} width={13} height={1.8} color={onTop} opacity={0.6} />
      ))}
    </>
  );
}

function ActButton({
  x,
  y,
  width = 34,
  radius,
  act,
  onAct,
}: ThemeColors & { x: number; y: number; width?: number; radius: number }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={8} rx={radius} fill={act} />
      <Bar x={x + 6} y={y + 3.1} width={width - 12} height={1.8} color={onAct} />
    </>
  );
}

function harbor(colors: ThemeColors): ReactNode {
  return (
    <>
      <Header {...colors} />
      <rect y={16} width={WIDTH} height={40} fill={colors.hero} />
      <rect y={56} width={WIDTH} height={2.4} fill={colors.accent} />
      <Title x={10} y={34} size={12} color={colors.onHero}>
        Local help
      </Title>
      <ActButton {...colors} x={10} y={41} radius={1.5} />
      <rect x={10} y={66} width={1.6} height={5} fill={colors.accent} />
      <Bar x={14} y={67} width={40} color={colors.title} />
      <Lines x={10} y={75} width={84} count={4} color={colors.text} />
      <rect x={106} y={46} width={44} height={42} rx={1.5} fill={colors.card} stroke={colors.line} />
      <rect x={106} y={46} width={44} height={2} fill={colors.primary} />
      <Lines x={112} y={54} width={32} count={5} color={colors.text} />
    </>
  );
}

function orchard(colors: ThemeColors): ReactNode {
  return (
    <>
      <circle cx={80} cy={11} r={2.6} fill={colors.onTop} />
      <Bar x={62} y={15.6} width={36} color={colors.onTop} />
      <rect x={44} y={20.5} width={72} height={0.7} fill={colors.line} />
      <rect y={24} width={WIDTH} height={36} fill={colors.hero} />
      <Title x={80} y={40} size={12.5} color={colors.onHero} face={SERIF} weight={600} anchor="middle">
        Local help
      </Title>
      {[74, 80, 86].map((x) => (
        <circle key={x} cx={x} cy={45.5} r={0.9} fill={colors.accent} />
      ))}
      <ActButton {...colors} x={63} y={49} radius={0.6} />
      <Bar x={10} y={67} width={44} color={colors.title} />
      <rect x={10} y={71} width={86} height={0.6} fill={colors.line} />
      <Lines x={10} y={75} width={86} count={4} color={colors.text} />
      {[67, 69, 90, 92].map((y) => (
        <rect key={y} x={108} y={y} width={42} height={0.6} fill={colors.line} />
      ))}
      <Lines x={108} y={74} width={42} count={4} color={colors.text} />
    </>
  );
}

function foundry(colors: ThemeColors): ReactNode {
  return (
    <>
      <Header {...colors} />
      <rect y={16} width={WIDTH} height={41} fill={colors.hero} />
      <Title x={10} y={36} size={15} color={colors.onHero} weight={900}>
        LOCAL HELP
      </Title>
      <ActButton {...colors} x={10} y={43} radius={0} />
      <rect y={56} width={WIDTH} height={4} fill={colors.strip} />
      {Array.from({ length: 14 }, (_, at) => at * 12).map((x) => (
        <polygon key={x} points={`${x},60 ${x + 4},56 ${x + 10},56 ${x + 6},60`} fill={colors.top} />
      ))}
      <rect x={10} y={66} width={12} height={2.2} fill={colors.accent} />
      <Bar x={10} y={71} width={46} height={3} color={colors.title} radius={0} />
      <Lines x={10} y={78} width={86} count={4} color={colors.text} />
      <rect x={107} y={66} width={42} height={26} fill={colors.card} stroke={colors.title} strokeWidth={1.2} />
      <Lines x={112} y={72} width={32} count={4} color={colors.text} />
    </>
  );
}

function meadow(colors: ThemeColors): ReactNode {
  return (
    <>
      <Header {...colors} />
      <rect y={16} width={WIDTH} height={44} fill={colors.hero} />
      <ellipse cx={128} cy={68} rx={90} ry={16} fill={colors.band} />
      <ellipse cx={30} cy={72} rx={96} ry={18} fill={colors.canvas} />
      <Title x={10} y={33} size={12} color={colors.onHero} weight={800}>
        Local help
      </Title>
      <ActButton {...colors} x={10} y={39} radius={4} />
      <rect x={10} y={62} width={88} height={32} rx={6} fill={colors.card} stroke={colors.line} strokeWidth={0.6} />
      <Bar x={17} y={68} width={36} color={colors.title} />
      {[76, 82, 88].map((y) => (
        <g key={y}>
          <circle cx={18.6} cy={y} r={1.6} fill={colors.accent} />
          <Bar x={23} y={y - 0.8} width={62} height={1.5} color={colors.text} opacity={0.45} />
        </g>
      ))}
      <rect x={106} y={62} width={44} height={32} rx={6} fill={colors.card} stroke={colors.line} strokeWidth={0.6} />
      <Lines x={113} y={69} width={30} count={5} color={colors.text} />
    </>
  );
}

function gazette(colors: ThemeColors): ReactNode {
  return (
    <>
      <Title x={80} y={17.5} size={11} color={colors.title} face={SERIF} anchor="middle">
        The Local Guide
      </Title>
      <rect x={10} y={20.5} width={140} height={1.4} fill={colors.line} />
      <rect x={10} y={23} width={140} height={0.6} fill={colors.line} />
      {[40, 66, 92, 108].map((x) => (
        <Bar key={x} x={x} y={25.4} width={12} height={1.6} color={colors.text} opacity={0.7} />
      ))}
      <rect x={10} y={29} width={140} height={0.5} fill={colors.line} />
      <Title x={10} y={45} size={13.5} color={colors.title} face={SERIF}>
        Local help
      </Title>
      <Lines x={10} y={49} width={96} count={2} color={colors.text} />
      <rect x={10} y={58} width={140} height={0.5} fill={colors.line} />
      <Title x={10} y={72} size={13} color={colors.accent} face={SERIF}>
        W
      </Title>
      <Lines x={24} y={63} width={24} count={3} color={colors.text} />
      <Lines x={10} y={76} width={38} count={4} color={colors.text} />
      <rect x={53} y={62} width={0.5} height={32} fill={colors.line} />
      <Lines x={58} y={63} width={40} count={7} color={colors.text} />
      <rect x={104} y={62} width={0.5} height={32} fill={colors.line} />
      <Lines x={109} y={63} width={41} count={7} color={colors.text} />
      <rect y={97} width={WIDTH} height={0.6} fill={colors.line} />
    </>
  );
}

function terrace(colors: ThemeColors): ReactNode {
  return (
    <>
      <Header {...colors} />
      <path d="M0 16H160V66H26Q0 66 0 40Z" fill={colors.hero} />
      <path d="M112 66V50A18 18 0 0 1 148 50V66Z" fill={colors.accent} opacity={0.28} />
      <Title x={14} y={40} size={19} color={colors.onHero} face={SERIF} weight={400}>
        Local help
      </Title>
      <ActButton {...colors} x={14} y={50} radius={4} />
      <Title x={10} y={80} size={9} color={colors.title} face={SERIF} weight={400}>
        What to do first
      </Title>
      <Lines x={10} y={84} width={88} count={3} color={colors.text} />
      <rect x={108} y={73} width={42} height={20} rx={5} fill={colors.band} />
      <Lines x={114} y={78} width={30} count={3} color={colors.text} />
    </>
  );
}

function clinic(colors: ThemeColors): ReactNode {
  return (
    <>
      <Header {...colors} />
      <rect y={16} width={WIDTH} height={1.8} fill={colors.accent} />
      <rect y={17.8} width={WIDTH} height={32} fill={colors.hero} />
      <Title x={10} y={33} size={10.5} color={colors.onHero} weight={600}>
        Local help
      </Title>
      <ActButton {...colors} x={10} y={38} radius={2} />
      <rect x={10} y={57} width={38} height={22} rx={2.5} fill={colors.primary} />
      <Bar x={15} y={62} width={22} color={colors.card} />
      <rect x={15} y={68} width={28} height={6} rx={1.5} fill={colors.card} />
      <rect x={10} y={83} width={38} height={11} rx={2.5} fill={colors.card} stroke={colors.line} />
      <rect x={56} y={57} width={94} height={37} rx={3} fill={colors.canvas} stroke={colors.line} />
      <path d="M56 67V60A3 3 0 0 1 59 57H147A3 3 0 0 1 150 60V67Z" fill={colors.card} stroke={colors.line} />
      <Bar x={62} y={60.8} width={38} color={colors.title} />
      <Lines x={62} y={72} width={80} count={5} color={colors.text} />
    </>
  );
}

const LAYOUTS: Record<SiteTheme, (colors: ThemeColors) => ReactNode> = {
  harbor,
  orchard,
  foundry,
  meadow,
  gazette,
  terrace,
  clinic,
};
