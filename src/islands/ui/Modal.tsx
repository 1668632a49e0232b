import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
	title: string;
	onClose: () => void;
	/** Called when Escape is pressed; false keeps the dialog open. */
	canClose?: () => boolean;
	children: ReactNode;
}

/** A modal dialog, open while rendered. The focus stays inside, Escape closes it, and the focus returns afterwards. */
export function Modal({ title, onClose, canClose, children }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useLayoutEffect(() => {
		const element = dialog.current;
		element?.showModal();
		// Close before unmounting: only then does the browser restore the focus.
		return () => element?.close();
	}, []);
	return (
		<dialog
			ref={dialog}
			className="modal"
			aria-labelledby={id}
			onCancel={(event) => {
				if (canClose && !canClose()) event.preventDefault();
			}}
			onClose={onClose}
		>
			<div className="modal-box">
				<h2 id={id} className="text-3xl">
					{title}
				</h2>
				{children}
			</div>
		</dialog>
	);
}
