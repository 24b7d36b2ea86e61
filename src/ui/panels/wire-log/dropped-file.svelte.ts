/** A file dragged over the window, to be dropped anywhere on it. */
export class DroppedFile {
  readonly #ondrop: (file: File) => void;
  /** A file hangs over the window now. */
  over = $state(false);

  constructor(ondrop: (file: File) => void) {
    this.#ondrop = ondrop;
  }

  readonly ondragover = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser leaves the page for the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.over = true;
  };

  readonly ondragleave = (event: DragEvent): void => {
    // From one element to the next it is still over the window.
    if (event.relatedTarget === null) this.over = false;
  };

  readonly ondrop = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.over = false;
    const [file] = event.dataTransfer.files;
    if (file) this.#ondrop(file);
  };
}
