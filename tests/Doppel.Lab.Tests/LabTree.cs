using Doppel.Hashing;
using Doppel.Testing.Trees;

namespace Doppel.Lab.Tests;

/// <summary>A folder of files with random content, and what reading them must give.</summary>
internal sealed class LabTree : IDisposable
{
    private readonly TempTree _tree = new();

    /// <summary>Makes files of these sizes in a few folders.</summary>
    public LabTree(int seed, params IEnumerable<int> sizes)
    {
        var random = new Random(seed);
        int number = 0;
        foreach (int size in sizes)
        {
            byte[] content = new byte[size];
            random.NextBytes(content);
            ByteName path = _tree.AddFile($"folder {number % 3}/file {number:d4}", content);
            var info = new FileInfo($"{path}");
            Assert.Equal(size, info.Length);
            Contents.Add(($"{path}", content));
            number++;
        }
    }

    public string Folder => _tree.Folder;

    /// <summary>Every file with its content, in the order of their making.</summary>
    public List<(string Path, byte[] Content)> Contents { get; } = [];

    /// <summary>The files as the lab has them.</summary>
    public LabFile[] Files => [.. Contents.Select((file, i) =>
        new LabFile(System.Text.Encoding.UTF8.GetBytes(file.Path), file.Content.Length, (ulong)(i * 7919 % 1000)))];

    /// <summary>What every strategy must read, reckoned here from the contents alone.</summary>
    public ContentTotal Expected
    {
        get
        {
            ulong high = 0;
            ulong low = 0;
            for (int i = 0; i < Contents.Count; i++)
            {
                byte[] digest = Xxh3.Hash128ToArray(Contents[i].Content);
                byte[] mixed = Xxh3.Hash128ToArray(digest, (ulong)i + 1);
                high += System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(mixed);
                low += System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(mixed.AsSpan(8));
            }

            return new ContentTotal(Contents.Count, Contents.Sum(static file => (long)file.Content.Length), high, low);
        }
    }

    public void Dispose() => _tree.Dispose();
}
