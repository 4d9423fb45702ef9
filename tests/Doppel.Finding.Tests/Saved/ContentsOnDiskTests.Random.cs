using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <content>Random disks, saved volumes and options.</content>
public sealed partial class ContentsOnDiskTests
{
    private static readonly int[] s_sizes = [1, 100, 4096, 5000, 5001, 65_536, 65_537, 70_000];
    private static readonly DigestAlgorithm[] s_lists = [DigestAlgorithm.Md5, DigestAlgorithm.Sha256];

    // Few contents of each size.
    private static byte[] Content(Random random)
    {
        int size = s_sizes[random.Next(s_sizes.Length)];
        byte[] content = Search.Random(size, size);
        return random.Next(3) == 0 ? Search.Flip(content, random.Next(3) * (size - 1) / 2) : content;
    }

    // Two roots. Where blocks can be shared, equal contents do so by halves, and some maps are unsupported.
    private static MemoryVolume Disk(Random random, bool hasLinks)
    {
        bool shares = random.Next(3) == 0;
        bool canMap = random.Next(3) > 0;
        MemoryVolume volume = Mounted(new MemoryVolume(1), shares, isTrusted: random.Next(4) > 0);
        List<string> names = [];
        volume.AddFolder("/c");
        volume.AddFolder("/e");
        for (int i = random.Next(30); i > 0; i--)
        {
            string root = random.Next(3) == 0 ? "/e/" : "/c/";
            string name = (random.Next(5) == 0 ? root + "." : root) + i.ToString(CultureInfo.InvariantCulture);
            if (hasLinks && names.Count > 0 && random.Next(6) == 0)
            {
                volume.AddHardLink(name, names[random.Next(names.Count)]);
            }
            else
            {
                byte[] content = Content(random);
                Add(volume, name, content);
                long place = (long)(Xxh3.Hash128(content).Low >> 24) << 12;
                FileExtent extent = random.Next(2) == 0
                    ? new FileExtent(0, i, content.Length, ExtentFlags.Last)
                    : new FileExtent(0, place, content.Length, ExtentFlags.Last | ExtentFlags.Shared);
                volume[name].Extents = canMap ? [extent] : null;
            }

            names.Add(name);
        }

        return volume;
    }

    private static FaultyVolume Faulty(MemoryVolume disk, Random random) => new(disk, new Fault
    {
        Call = random.Next(2) == 0 ? VolumeCall.Read : VolumeCall.OpenFile,
        PathSuffix = random.Next(10).ToString(CultureInfo.InvariantCulture),
        Times = Fault.Always,
        Error = new VolumeError(VolumeErrorKind.InputOutput),
    });

    private static string RootOf(SavedVolume volume, string root) => volume.Source is null ? root : "/";

    // One thread: which of two files with shared blocks is read depends on timing.
    private static FindOptions Options(Random random, List<SavedVolume> saved, IVolume disk)
    {
        FindRoot[] volumes =
        [
            .. saved.Select(one => new FindRoot(one, RootOf(one, random.Next(8) == 0 ? "/d/part" : "/d"))),
        ];
        FindRoot[] disks = [new(disk, "/c"), new(disk, "/e")];
        (FindRoot[] roots, int references) = random.Next(6) switch
        {
            0 => ([.. disks, .. volumes], disks.Length),
            1 => ([.. volumes, .. disks], volumes.Length),
            2 => ([disks[1], .. volumes, disks[0]], 1),
            3 => ([.. disks, .. volumes], disks.Length + random.Next(volumes.Length)),
            _ => ((FindRoot[])[.. volumes, .. disks], 0),
        };
        return new FindOptions
        {
            Roots = roots,
            References = references,
            Threads = 1,
            Filter = random.Next(10) switch
            {
                0 => new EntryFilter { NewerThan = new FileTime(5100, 0) },
                1 => new EntryFilter { OlderThan = new FileTime(66_000, 0), SizeMin = 100 },
                2 => new EntryFilter { Hidden = false },
                3 => new EntryFilter { DepthMax = 1 },
                4 => new EntryFilter { SizeMin = 5000, SizeMax = 65_536 },
                _ => EntryFilter.Default,
            },
            Digests = random.Next(4) == 0,
            CopyFacts = random.Next(4) == 0,
            Isolate = random.Next(5) == 0,
            Trust = random.Next(2) == 0 ? DigestAlgorithm.Metro128 : DigestAlgorithm.Sha256,
        };
    }

    private List<SavedVolume> Saved(Random random)
    {
        bool hasUnknown = random.Next(3) == 0;
        bool hasLists = random.Next(3) == 0;
        bool hasUnsized = random.Next(5) == 0;
        List<SavedVolume> saved = [];
        for (int volume = random.Next(3); volume >= 0; volume--)
        {
            bool isList = hasLists && random.Next(2) == 0;
            DigestAlgorithm[] algorithms = isList ? s_lists : [];
            saved.Add(random.Next(8) == 0
                ? Asked(random)
                : Write(writer => AddFiles(writer, random, isList, hasUnknown, isList && hasUnsized), algorithms));
        }

        return saved;
    }

    private static void AddFiles(SavedWriter writer, Random random, bool isList, bool hasUnknown, bool hasUnsized)
    {
        for (int i = random.Next(25); i > 0; i--)
        {
            AddFile(writer, i, random, isList, hasUnknown, hasUnsized);
        }

        writer.BeginFiles(writer.AddFolder(writer.AddFolder("/d"u8), "part"u8));
        for (int i = random.Next(10); i > 0; i--)
        {
            AddFile(writer, i, random, isList, hasUnknown, hasUnsized);
        }
    }

    private static void AddFile(
        SavedWriter writer, int number, Random random, bool isList, bool hasUnknown, bool hasUnsized)
    {
        byte[] content = Content(random);
        DigestAlgorithm kind = isList && random.Next(2) == 0 ? s_lists[random.Next(2)] : DigestAlgorithm.Xxh3;
        kind = hasUnknown && random.Next(6) == 0 ? default : kind;
        bool hasSize = kind == default || !hasUnsized || random.Next(4) > 0;
        var file = new SavedFile
        {
            Size = hasSize ? content.Length : SavedFile.UnknownSize,
            Modified = new FileTime(random.Next(2) == 0 ? 1000 + content.Length : 1, 0),
            Digest = kind == DigestAlgorithm.Xxh3 ? Xxh3.Hash128(content) : null,
            Listed = kind is default(DigestAlgorithm) or DigestAlgorithm.Xxh3 ? null : DigestOf(kind, content),
            Links = random.Next(5) == 0 ? 2u : 1u,
        };
        ulong place = writer.AddFile(NameOf(number), file);
        if (file.Links > 1)
        {
            writer.AddFile(
                [.. NameOf(number), (byte)'b'], file with { Digest = null, Listed = null, FirstName = place });
        }
    }

    private static ListedDigest DigestOf(DigestAlgorithm algorithm, byte[] content)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return new ListedDigest(algorithm, hash.Finish());
    }

    // A list whose source knows more than it.
    private SavedVolume Asked(Random random)
    {
        var source = new Source();
        using SavedList list = new SavedVolumes(_tree.Folder).CreateList();
        for (int i = random.Next(10); i > 0; i--)
        {
            byte[] content = Content(random);
            ListedDigest? listed = random.Next(2) == 0 ? DigestOf(DigestAlgorithm.Md5, content) : null;
            source.Answers[$"/{i}"] = new ListedAnswer(
                ListedState.Right, random.Next(2) == 0 ? DigestOf(DigestAlgorithm.Sha256, content) : null);
            Assert.True(list.TryAdd(NameOf(i), new SavedFile
            {
                Size = content.Length,
                Modified = default,
                Listed = listed,
            }));
        }

        SavedVolume volume = list.ToVolume($"s3://b{_open.Count}", new SavedDescription
        {
            Made = new FileTime(1, 0),
            Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
        }, problems: 0, source);
        _open.Add(volume);
        return volume;
    }

    private sealed class Source : IListedSource
    {
        public int QuestionsMax => 1000;

        public bool CanRead => false;

        internal Dictionary<string, ListedAnswer> Answers { get; } = [];

        public ListedAnswer[] Ask(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
            [.. questions.Select(one => Answers[Encoding.UTF8.GetString(one.Path.Span)])];

        public ListedAnswer[] Read(
            IReadOnlyList<ListedQuestion> questions, Action answered, CancellationToken cancellationToken) =>
            new ListedAnswer[questions.Count];
    }
}
