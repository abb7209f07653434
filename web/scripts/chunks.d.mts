/** Part of the bundler's module graph. */
export interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null;
}

export interface ChunkGroup {
  name: string | ((id: string, graph: Graph) => string | null);
  test?: RegExp;
  priority?: number;
}

export function chunkGroups(root: string): ChunkGroup[];
export function chunkName(chunk: { name: string; facadeModuleId?: string | null }): string;
export function iconNames(code: string): string[];
export function iconFiles(root: string): Map<string, string>;
