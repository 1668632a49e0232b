import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** How long it is until a moment, in words; moves on once a minute, by the second at the end. */
export function useCountdown(until: string): string {
	const [now, setNow] = useState(() => Date.now());
	const leftMs = Math.max(0, Date.parse(until) - now);
	useEffect(() => {
		if (leftMs === 0) return;
		const tick = setTimeout(() => setNow(Date.now()), leftMs > 2 * minuteMs ? minuteMs : 1000);
		return () => clearTimeout(tick);
	}, [leftMs]);
	return inWords(leftMs);
}

function inWords(leftMs: number): string {
	const minutes = Math.floor(leftMs / minuteMs);
	if (minutes < 1) return `${Math.floor(leftMs / 1000)} s`;
	if (minutes < 60) return `${minutes} min`;
	return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
