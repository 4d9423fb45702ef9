using Doppel.Catalog;
using Doppel.Testing;

namespace Doppel.Fleet.Tests;

/// <summary>The disk of one host, and what a test has put on it.</summary>
internal sealed class HostDisk
{
    private readonly List<string> _paths = [];

    internal HostDisk() => Volume.AddFolder("/data");

    internal MemoryVolume Volume { get; } = new();

    /// <summary>What is known about its contents from earlier scans; null if nothing is kept.</summary>
    internal ContentCatalog? Catalog { get; init; }

    /// <summary>The file of each path.</summary>
    internal SortedDictionary<string, MemoryNode> Files { get; } = new(StringComparer.Ordinal);

    internal void Add(string path, byte[] content)
    {
        _paths.Add(path);
        Files.Add(path, Volume.AddFile(path, content));
    }

    /// <summary>Changes the disk at random.</summary>
    internal void Change(Random random, IReadOnlyList<byte[]> contents)
    {
        string path = $"/data/{random.Next(4)}/{random.Next(1000)}";
        byte[] content = contents[random.Next(contents.Count)];
        string? other = _paths.Count > 0 ? _paths[random.Next(_paths.Count)] : null;
        switch (random.Next(6))
        {
            case 0 when other is not null:
                Volume.Remove(other);
                Files.Remove(other);
                _paths.Remove(other);
                break;
            case 1 when other is not null:
                Files[other].Rewrite(content);
                break;
            case 2 when other is not null && !Files.ContainsKey(path):
                _paths.Add(path);
                Files.Add(path, Volume.AddHardLink(path, other));
                break;
            default:
                if (!Files.ContainsKey(path))
                {
                    Add(path, content);
                }

                break;
        }
    }

    /// <summary>Contents of few sizes, of which some differ in one byte, in the middle or at an end.</summary>
    internal static IReadOnlyList<byte[]> Contents(Random random)
    {
        List<byte[]> contents = [];
        foreach (int size in (int[])[1, 1, 7, 8192, 8193, 20_000, 70_000])
        {
            byte[] first = new byte[size];
            random.NextBytes(first);
            contents.Add(first);
            foreach (int at in (int[])[0, size / 2, size - 1])
            {
                byte[] other = [.. first];
                other[at] ^= (byte)random.Next(1, 256);
                contents.Add(other);
            }
        }

        return contents;
    }
}
