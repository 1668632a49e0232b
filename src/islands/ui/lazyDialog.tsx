import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import * as messages from "../../messages/messages.ts";
import { toast } from "../../stores/toasts.ts";
import { importChunk } from "./import-chunk.ts";

/**
 * A dialog, of this name in a module, whose script is loaded when it is first opened, because most visits never open it. If loading
 * fails, the dialog closes and a toast shows the error.
 */
export function lazyDialog<Name extends string, Props extends { onClose: () => void }>(
	load: () => Promise<Record<Name, ComponentType<Props>>>,
	name: Name,
): ComponentType<Props> {
	const loadDialog = async () => (await importChunk(load))[name];
	return (props) => {
		const Dialog = useLoaded(loadDialog, props.onClose);
		return Dialog ? <Dialog {...props} /> : null;
	};
}

/** Returns what `load` loads; undefined until then. */
function useLoaded<Props>(
	load: () => Promise<ComponentType<Props>>,
	onFailure: () => void,
): ComponentType<Props> | undefined {
	const [loaded, setLoaded] = useState<ComponentType<Props>>();
	const fail = useEffectEvent(() => {
		toast("error", messages.shopUnreachable);
		onFailure();
	});
	useEffect(() => {
		load().then(
			(component) => setLoaded(() => component),
			() => fail(),
		);
	}, [load]);
	return loaded;
}
