interface Props {
	/** `/images/{key}`. */
	image: string;
	/** Width and height in pixels. */
	size: 40 | 64 | 80 | 160;
}

/** A small image of a tool whose name stands beside it. */
export function Thumbnail({ image, size }: Props) {
	return (
		<img
			src={`${image}?w=${size > 80 ? 320 : 160}`}
			width={size}
			height={size}
			alt=""
			className="board-image rounded-box"
			loading="lazy"
		/>
	);
}
