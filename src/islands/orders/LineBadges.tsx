import { OrderBadges } from "./OrderBadges.tsx";

interface Props {
	line: Parameters<typeof OrderBadges>[0]["lines"][number];
	forStaff?: boolean;
}

/** The state of a line, as an order of one. */
export function LineBadges({ line, forStaff = false }: Props) {
	return <OrderBadges lines={[line]} forStaff={forStaff} />;
}
