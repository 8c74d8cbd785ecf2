// What film.ts uses of node-webpmux, which has no types.

declare module "node-webpmux" {
  interface Frame {
    /** How long it is shown, in milliseconds. */
    delay: number;
  }

  interface Animation {
    width: number;
    height: number;
    /** How often the frames are shown; 0 is for ever. */
    loops: number;
    frames: Frame[];
  }

  const WebP: {
    Image: {
      generateFrame(picture: { buffer: Buffer; delay: number }): Promise<Frame>;
      save(path: string, animation: Animation): Promise<void>;
    };
  };
  export default WebP;
}
