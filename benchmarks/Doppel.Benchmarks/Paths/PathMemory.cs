using System.Runtime.InteropServices;
using System.Text;
using Doppel.Finding;

namespace Doppel.Benchmarks.Paths;

/// <summary>Keeps all paths of a corpus in one form, and tells what it takes.</summary>
internal static partial class PathMemory
{
    public static PathForm[] Forms { get; } =
    [
        new("string for each path", Strings, IsOurs: false),
        new("UTF-8 byte[] for each path", Bytes, IsOurs: false),
        new("the talk's nodes, names shared", Nodes, IsOurs: false),
        new("PathTree, paths alone", PathsAlone, IsOurs: true),
        new("PathTree as a search fills it, with size, inode and device", AsSearched, IsOurs: true),
    ];

    /// <summary>
    /// Bytes in use on the managed heap after a full collection, and bytes that malloc has given out.
    /// </summary>
    public static (long Managed, long Unmanaged) InUse()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        long unmanaged = 0;
        if (OperatingSystem.IsLinux())
        {
            AllocatorFacts facts = ReadAllocatorFacts();
            unmanaged = (long)(facts.UsedBytes + facts.MappedBytes);
        }

        return (GC.GetTotalMemory(forceFullCollection: true), unmanaged);
    }

    private static KeptPaths Strings(PathCorpus corpus)
    {
        string[] folders = corpus.FolderTexts();
        string[] files = new string[corpus.Files.Count];
        for (int i = 0; i < files.Length; i++)
        {
            (int folder, string name) = corpus.Files[i];
            files[i] = $"{folders[folder]}/{name}";
        }

        return new KeptPaths((folders, files), i => files[i]);
    }

    private static KeptPaths Bytes(PathCorpus corpus)
    {
        byte[][] folders = [.. corpus.FolderTexts().Select(Encoding.UTF8.GetBytes)];
        byte[][] files = new byte[corpus.Files.Count][];
        for (int i = 0; i < files.Length; i++)
        {
            (int folder, string name) = corpus.Files[i];
            byte[] above = folders[folder];
            files[i] = new byte[above.Length + 1 + Encoding.UTF8.GetByteCount(name)];
            above.CopyTo(files[i], 0);
            files[i][above.Length] = (byte)'/';
            Encoding.UTF8.GetBytes(name, files[i].AsSpan(above.Length + 1));
        }

        return new KeptPaths((folders, files), i => Encoding.UTF8.GetString(files[i]));
    }

    private static KeptPaths Nodes(PathCorpus corpus)
    {
        var names = new TalkNames();
        var folders = new TalkPath[corpus.Folders.Count];
        for (int i = 0; i < folders.Length; i++)
        {
            (int parent, string name) = corpus.Folders[i];
            folders[i] = new TalkPath(names.Shared(name.AsSpan()), parent < 0 ? null : folders[parent]);
        }

        var files = new TalkPath[corpus.Files.Count];
        for (int i = 0; i < files.Length; i++)
        {
            (int folder, string name) = corpus.Files[i];
            files[i] = new TalkPath(names.Shared(name.AsSpan()), folders[folder]);
        }

        return new KeptPaths((names, folders, files), i => files[i].ToText('/'));
    }

    private static KeptPaths PathsAlone(PathCorpus corpus) => Fill(
        corpus, static (writer, folder, name, _) => writer.AddFolder(folder, name));

    private static KeptPaths AsSearched(PathCorpus corpus) => Fill(
        corpus, static (writer, folder, name, row) => writer.AddFile(folder, name, row));

    private static KeptPaths Fill(
        PathCorpus corpus, Func<TreeWriter, PathId, ReadOnlySpan<byte>, FileRow, PathId> add)
    {
        var tree = new PathTree();
        var writer = new TreeWriter(tree);
        Span<byte> buffer = stackalloc byte[512];
        var folders = new PathId[corpus.Folders.Count];
        for (int i = 0; i < folders.Length; i++)
        {
            (int parent, string name) = corpus.Folders[i];
            ReadOnlySpan<byte> bytes = buffer[..Encoding.UTF8.GetBytes(name, buffer)];
            folders[i] = parent < 0 ? writer.AddRootFolder(0, bytes) : writer.AddFolder(folders[parent], bytes);
        }

        // Ids, so that a file of the corpus is found again: the search itself keeps none.
        var files = new PathId[corpus.Files.Count];
        for (int i = 0; i < files.Length; i++)
        {
            (int folder, string name) = corpus.Files[i];
            var row = new FileRow(i, (ulong)i, 0, new DeviceMark(0, mayHaveMoreNames: false, throughLink: false));
            files[i] = add(writer, folders[folder], buffer[..Encoding.UTF8.GetBytes(name, buffer)], row);
        }

        return new KeptPaths((tree, folders, files), i => tree.ToText(files[i]), tree);
    }

    // struct mallinfo2, see mallinfo(3): all arenas.
    [LibraryImport("libc", EntryPoint = "mallinfo2")]
    private static partial AllocatorFacts ReadAllocatorFacts();

    [StructLayout(LayoutKind.Sequential)]
    private struct AllocatorFacts
    {
        public nuint ArenaBytes;
        public nuint FreeBlocks;
        public nuint FastFreeBlocks;
        public nuint MappedBlocks;
        public nuint MappedBytes;
        public nuint Unused;
        public nuint FastFreeBytes;
        public nuint UsedBytes;
        public nuint FreeBytes;
        public nuint TopBytes;
    }
}
