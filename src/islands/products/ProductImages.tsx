import { type DragEvent, useLayoutEffect, useRef, useState } from "react";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/products.ts";
import { maxImages, type ToolImage } from "../../shop/tools/tool-fields.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { RecordField } from "../records/RecordField.tsx";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { move } from "./product-form.ts";

interface Props {
	images: readonly ToolImage[];
	/** The text of the first image that has none of its own. */
	toolName: string;
	errors: FieldErrors;
	onChange: (images: ToolImage[]) => void;
	onBusy: (busy: boolean) => void;
}

type Direction = "earlier" | "later";

/** The images of a tool: added, described, removed, and ordered by dragging or with buttons. */
export function ProductImages({ images, toolName, errors, onChange, onBusy }: Props) {
	const list = useRef<HTMLOListElement>(null);
	/** Not a state: Chromium ends a drag whose start changes the page. */
	const dragged = useRef<number>(undefined);
	const [announcement, setAnnouncement] = useState("");
	/** The button to focus once the list has its new order: moving an element takes the focus away. */
	const pendingFocus = useRef<{ image: string; direction: Direction }>(undefined);

	useLayoutEffect(() => {
		const pending = pendingFocus.current;
		pendingFocus.current = undefined;
		if (!pending) return;
		const item = [...(list.current?.children ?? [])].find(
			(element) => element instanceof HTMLElement && element.dataset.image === pending.image,
		);
		item?.querySelector<HTMLElement>(`[data-move="${pending.direction}"]`)?.focus();
	});

	const moveTo = (from: number, to: number) => {
		if (to < 0 || to >= images.length || from === to) return;
		onChange(move(images, from, to));
		setAnnouncement(messages.imageMoved(to + 1, images.length));
	};
	const step = (index: number, direction: Direction) => {
		const { image } = images[index] ?? {};
		if (image !== undefined) pendingFocus.current = { image, direction };
		moveTo(index, direction === "earlier" ? index - 1 : index + 1);
	};
	const drop = (event: DragEvent, to: number) => {
		event.preventDefault();
		if (dragged.current !== undefined) moveTo(dragged.current, to);
	};
	const remove = (index: number) => {
		onChange(images.toSpliced(index, 1));
		setAnnouncement(messages.imageRemoved(images.length - 1));
		list.current?.focus();
	};
	const add = (image: string | undefined) => {
		if (image === undefined || images.some((shown) => shown.image === image)) return;
		onChange([...images, { image, alt: "" }]);
	};

	return (
		<div className="grid gap-4">
			<p className="text-sm text-quiet">{messages.imagesHint}</p>
			<ol ref={list} tabIndex={-1} className="cards product-images" aria-label={messages.images}>
				{images.map(({ image, alt }, index) => (
					<li
						key={image}
						className="card"
						data-image={image}
						onDragOver={(event) => event.preventDefault()}
						onDrop={(event) => drop(event, index)}
					>
						<img
							src={`${image}?w=320`}
							width="160"
							height="160"
							alt={alt || (index === 0 ? toolName : messages.imageMoved(index + 1, images.length))}
							className="board-image"
							draggable
							onDragStart={(event) => {
								// Firefox drags only what has data.
								event.dataTransfer.setData("text/plain", image);
								dragged.current = index;
							}}
							onDragEnd={() => {
								dragged.current = undefined;
							}}
						/>
						<div className="grid content-start gap-2">
							<RecordField
								field={{
									kind: "text",
									label: messages.altTextOf(index + 1),
									...(index === 0 && { hint: messages.altHint, placeholder: toolName }),
								}}
								value={alt}
								error={errors[`images.${index}.alt`] ?? errors[`images.${index}.image`]}
								onChange={({ target }) =>
									onChange(images.with(index, { image, alt: target.value }))
								}
							/>
							<div className="flex flex-wrap gap-2">
								{(["earlier", "later"] as const).map((direction) => (
									<Button
										key={direction}
										look="btn-outline btn-sm"
										data-move={direction}
										aria-label={messages.moveImage[direction](index + 1)}
										aria-disabled={index === (direction === "earlier" ? 0 : images.length - 1)}
										onClick={() => step(index, direction)}
									>
										{direction === "earlier" ? messages.earlier : messages.later}
									</Button>
								))}
								<Button
									look="btn-outline btn-sm"
									aria-label={messages.removeImage(index + 1)}
									onClick={() => remove(index)}
								>
									{common.remove}
								</Button>
							</div>
						</div>
					</li>
				))}
			</ol>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{images.length < maxImages ? (
				<ImageField
					label={messages.addAnImage}
					value={undefined}
					error={errors.images}
					onChange={add}
					onBusy={onBusy}
				/>
			) : (
				<FieldError message={errors.images} />
			)}
		</div>
	);
}
