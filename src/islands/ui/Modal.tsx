import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

interface Props {
	title: string;
	onClose: () => void;
	/** Asked when Escape would close it; false keeps it open. */
	canClose?: () => boolean;
	children: ReactNode;
}

/** A modal dialog while it is rendered: focus stays inside, Escape closes, focus goes back after. */
export function Modal({ title, onClose, canClose, children }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useLayoutEffect(() => {
		const element = dialog.current;
		element?.showModal();
		// Closed before it is taken out: only then does the browser give the focus back.
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
