import type { Store, Writer, WriterPurpose } from "@holdfast/schema";

/** Does something with a store's writer's place, and gives the place back whatever happens. Throws `writer_busy`. */
export async function inWritersPlace<T>(
  store: Store,
  purpose: WriterPurpose,
  work: (writer: Writer) => Promise<T>,
): Promise<T> {
  const writer = await store.hold(purpose);
  try {
    return await work(writer);
  } finally {
    await writer.release();
  }
}
