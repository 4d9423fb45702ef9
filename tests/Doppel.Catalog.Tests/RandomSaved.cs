using System.Text;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>A random tree, as it is written to a saved volume and as plain text.</summary>
internal sealed class RandomSaved
{
    private readonly Random _random;
    private readonly List<string> _lines = [];

    /// <summary>Makes a tree.</summary>
    /// <param name="seed">What it depends on.</param>
    /// <param name="folders">The number of folders at most.</param>
    /// <param name="filesMax">The number of files in a folder at most.</param>
    internal RandomSaved(int seed, int folders = 12, int filesMax = 12)
    {
        _random = new Random(seed);
        Description = new SavedDescription
        {
            Made = new FileTime(_random.NextInt64(2_000_000_000), _random.Next(1_000_000_000)),
            Host = seed % 3 == 0 ? "" : "höst",
            Version = "1.2.3",
            Algorithms = seed % 4 == 1 ? [DigestAlgorithm.Md5, DigestAlgorithm.Sha512] : [],
            Roots =
            [
                new SavedRoot("/mnt/disk"u8.ToArray(), new FileSystemIdentity(new UInt128(1, 2), 3), "Fotos"),
                new SavedRoot(new byte[] { (byte)'/', 0xFF, (byte)'\n' }, default, ""),
            ],
        };
        var stream = new MemoryStream();
        using var writer = new SavedWriter(stream, Description);
        List<(int Number, string Path)> all = [(writer.AddFolder("/mnt/disk"u8), "/mnt/disk")];
        while (all.Count < folders)
        {
            (int parent, string path) = all[_random.Next(all.Count)];
            byte[] name = Name();
            int number = writer.AddFolder(parent, name);
            if (all.TrueForAll(folder => folder.Number != number))
            {
                all.Add((number, path + "/" + Encoding.Latin1.GetString(name)));
            }
        }

        foreach ((int number, string path) in all)
        {
            _lines.Add($"{path}/");
            AddFiles(writer, number, path, _random.Next(filesMax + 1));
        }

        Totals = writer.Complete(problems: _random.Next(3));
        Bytes = stream.ToArray();
    }

    internal SavedDescription Description { get; }

    internal SavedTotals Totals { get; }

    internal long NameBytes { get; private set; }

    internal byte[] Bytes { get; }

    /// <summary>The tree, a line for each folder and each name, sorted.</summary>
    internal IEnumerable<string> Lines => _lines.Order(StringComparer.Ordinal);

    /// <summary>Lists everything below a folder in the same form.</summary>
    internal static IEnumerable<string> LinesOf(SavedVolume volume, string path)
    {
        VolumeError error = volume.OpenFolder(
            FolderHandle.None, Encoding.Latin1.GetBytes(path), LinkPolicy.Stay, out FolderHandle folder, out _);
        var collector = new Collector(volume);
        error = error || volume.List(folder, FactFields.All, collector);
        return error.Failed
            ? throw new IOException(error.Kind.ToString())
            :
            [
                $"{path}/", .. collector.Files.Select(file => $"{path}/{file}"),
                .. collector.Folders.SelectMany(name => LinesOf(volume, $"{path}/{name}")),
            ];
    }

    private void AddFiles(SavedWriter writer, int folder, string path, int count)
    {
        writer.BeginFiles(folder);
        List<(ulong Place, SavedFile File)> firsts = [];
        HashSet<string> used = [];
        for (int i = 0; i < count; i++)
        {
            byte[] name = Name();
            if (!used.Add(Encoding.Latin1.GetString(name)))
            {
                continue;
            }

            bool again = firsts.Count > 0 && _random.Next(4) == 0;
            (ulong first, SavedFile file) = again ? firsts[_random.Next(firsts.Count)] : (0, File());
            SavedFile written = again ? file with { FirstName = first, Digest = null, Listed = null } : file;
            ulong place = writer.AddFile(name, written);
            NameBytes += name.Length;
            if (!again && file.Links > 1)
            {
                firsts.Add((place, file));
            }

            _lines.Add($"{path}/{LineOf(name, file, again ? first : place)}");
        }
    }

    private SavedFile File()
    {
        long size = _random.Next(5) switch
        {
            0 => _random.Next(3),
            1 => long.MaxValue - _random.Next(2),
            _ => _random.NextInt64(1L << _random.Next(1, 40)),
        };
        bool isOfList = Description.Algorithms.Count > 0;
        size = isOfList && _random.Next(2) == 0 ? SavedFile.UnknownSize : size;
        long seconds = _random.Next(4) switch
        {
            0 => -_random.NextInt64(1L << 40),
            1 => _random.Next(2) == 0 ? long.MinValue : long.MaxValue,
            _ => _random.NextInt64(2_000_000_000),
        };
        return new SavedFile
        {
            Size = size,
            Modified = new FileTime(seconds, _random.Next(3) == 0 ? 0 : _random.Next(1_000_000_000)),
            Links = _random.Next(4) == 0 ? (uint)_random.Next(2, 300) : 1,
            Digest = _random.Next(4) == 0 ? null : NextDigest(),
            Listed = isOfList && _random.Next(3) > 0 ? new ListedDigest(NextAlgorithm(), NextDigest()) : null,
        };
    }

    private Digest128 NextDigest() => new((ulong)_random.NextInt64(), (ulong)_random.NextInt64());

    private DigestAlgorithm NextAlgorithm() => Description.Algorithms[_random.Next(Description.Algorithms.Count)];

    private byte[] Name()
    {
        byte[] name = new byte[_random.Next(40) == 0 ? 255 : _random.Next(1, 20)];
        do
        {
            _random.NextBytes(name);
            for (int i = 0; i < name.Length; i++)
            {
                name[i] = name[i] is 0 or (byte)'/' ? (byte)'x' : name[i];
            }
        }
        while (name is [(byte)'.'] or [(byte)'.', (byte)'.']);
        return name;
    }

    private static string LineOf(ReadOnlySpan<byte> name, SavedFile file, ulong inode) =>
        $"{Encoding.Latin1.GetString(name)} {file.Size} {file.Modified} {file.Links} {file.Digest} {file.Listed} "
        + $"{inode}";

    private sealed class Collector(SavedVolume volume) : IEntryVisitor
    {
        internal List<string> Files { get; } = [];

        internal List<string> Folders { get; } = [];

        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => true;

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
            if (facts.Kind == EntryKind.Folder)
            {
                Folders.Add(Encoding.Latin1.GetString(name));
                return;
            }

            Digest128? digest = volume.TryGetDigest(facts.Inode, out Digest128 found) ? found : null;
            var file = new SavedFile
            {
                Size = facts.Size,
                Modified = facts.Modified,
                Links = facts.Links,
                Digest = digest,
                Listed = volume.TryGetFile(facts.Inode, out SavedFile known) ? known.Listed : null,
            };
            Files.Add(LineOf(name, file, facts.Inode));
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => Files.Add($"failed: {failure}");
    }
}
