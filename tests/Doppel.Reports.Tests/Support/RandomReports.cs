using Doppel.Hashing;

namespace Doppel.Reports.Tests.Support;

/// <summary>Makes reports from a seed.</summary>
internal sealed class RandomReports(int seed)
{
    private readonly Random _random = new(seed);

    public Report Next()
    {
        ReportGroup[] groups = Many(0, 6, NextGroup);
        ReportUnique[] uniques = Many(0, 3, () => new ReportUnique(_random.NextInt64(0, 1L << 50), NextCopy()));
        ReportProblem[] problems = Many(0, 3, () => new ReportProblem(NextName(), NextText(), NextText(), NextText()));
        return new Report
        {
            Begin = new ReportBegin
            {
                Version = NextText(),
                Command = Many(0, 4, NextName),
                WorkingDirectory = NextName(),
                Roots = Many(0, 4, NextName),
                References = Many(0, 2, NextName),
                SavedVolumes = Many(0, 2, () => new ReportSavedVolume(
                    (_random.Next(2) == 0 ? "v" : "s3://b") + _random.Next(9), NextTime())),
                Started = NextTime(),
            },
            Groups = groups,
            Uniques = uniques,
            Problems = problems,
            Summary = Samples.Summary(groups, complete: _random.Next(2) == 0) with
            {
                Files = _random.NextInt64(),
                Unique = uniques.Length,
                Problems = problems.Length,
                Opened = _random.Next(),
                BytesRead = _random.NextInt64(),
                Seconds = _random.NextDouble() * Math.Pow(10, _random.Next(-8, 8)),
                Stages = Many(0, 4, () => new ReportStage(NextText(), _random.NextDouble())),
            },
        };
    }

    /// <summary>A report with folders, which only some formats carry.</summary>
    public Report NextWithFolders()
    {
        Report report = Next();
        ReportFolderGroup[] groups = Many(0, 3, () => new ReportFolderGroup
        {
            Match = (FolderMatch)_random.Next(2),
            Folders = Many(2, 4, NextFolder),
            Content = NextContent(),
            RedundantBytes = _random.NextInt64(),
        });
        ReportContainedFolder[] contained = Many(0, 3, () => new ReportContainedFolder
        {
            Folder = NextFolder(),
            Container = NextFolder(),
            Content = NextContent(),
            RedundantBytes = _random.NextInt64(),
        });
        ReportFolder[] empty = Many(0, 3, NextFolder);
        return report with
        {
            FolderGroups = groups,
            ContainedFolders = contained,
            EmptyFolders = empty,
            Summary = report.Summary with { Folders = Samples.Totals(groups, contained, empty) },
        };
    }

    /// <summary>A report with media, which only some formats carry.</summary>
    public Report NextWithMedia()
    {
        Report report = _random.Next(2) == 0 ? Next() : NextWithFolders();
        ReportMediaGroup[] groups = Many(0, 3, NextMediaGroup);
        ReportNotComparable[] notComparable = Many(0, 3, () => new ReportNotComparable(
            NextName(), _random.Next(-1, 5), NextFormat(), NextText()));
        return report with
        {
            MediaGroups = groups,
            NotComparable = notComparable,
            Summary = report.Summary with { Media = Samples.Totals(groups, notComparable.Length, _random.Next(3)) },
        };
    }

    private ReportMediaGroup NextMediaGroup()
    {
        long[] sizes = Many(2, 4, () => _random.NextInt64(1, 1L << _random.Next(1, 62)));
        int[] contents = [.. Many(sizes.Length, 6, () => _random.Next(sizes.Length))];
        for (int i = 0; i < sizes.Length; i++)
        {
            contents[i] = i;
        }

        ReportMediaCopy[] copies = [.. contents.Select(content => new ReportMediaCopy
        {
            Copy = NextCopy(),
            Size = sizes[content],
            Content = content,
            Tags = [.. Many(0, 5, () => $"{NextText()}.").Distinct()
                .Select(name => new ReportTag(name, Many(1, 3, NextText)))],
            CoverBytes = _random.Next(2) == 0 ? 0 : _random.NextInt64(),
            Taken = _random.Next(2) == 0 ? null : new DateTime(_random.NextInt64(DateTime.MaxValue.Ticks)),
        })];
        return new ReportMediaGroup
        {
            Format = NextFormat(),
            Policy = (ReportMediaPolicy)_random.Next(2),
            Proof = NextProof(),
            Digest = _random.Next(2) == 0 ? null : new Digest128(NextBits(), NextBits()),
            PayloadBytes = _random.NextInt64(1, long.MaxValue),
            RedundantBytes = Samples.Redundant(copies),
            Copies = copies,
        };
    }

    private string NextFormat() => _random.Next(2) == 0 ? "mp3" : "jpeg-2000";

    private ReportFolder NextFolder() => new(NextName(), _random.Next(-1, 5));

    private FolderContent NextContent() =>
        new(_random.NextInt64(), _random.NextInt64(0, 3), _random.NextInt64(), NextProof());

    public ReportName NextName()
    {
        if (_random.Next(4) == 0)
        {
            return Samples.NastyNames[_random.Next(Samples.NastyNames.Count)];
        }

        byte[] bytes = new byte[_random.Next(1, _random.Next(2, 60))];
        _random.NextBytes(bytes);
        int kind = _random.Next(3);
        for (int i = 0; i < bytes.Length; i++)
        {
            bytes[i] = kind switch
            {
                0 => (byte)('a' + (bytes[i] % 26)),
                1 => " =\"\\,/\n\r.-"u8[bytes[i] % 10],
                _ => Math.Max(bytes[i], (byte)1),
            };
        }

        return new ReportName(bytes);
    }

    private ReportGroup NextGroup()
    {
        ReportCopy[] copies = Many(2, 5, NextCopy);
        long size = _random.NextInt64(0, 1L << _random.Next(1, 56));
        var proof = NextProof();
        int[] storages = [.. copies.Select((_, index) => _random.Next(2) == 0 ? index : _random.Next(copies.Length))];
        int[][] shared = [.. Enumerable.Range(0, copies.Length).GroupBy(copy => storages[copy])
            .Select(sharing => sharing.ToArray()).Where(sharing => sharing.Length > 1).OrderBy(sharing => sharing[0])];
        return new ReportGroup
        {
            Size = size,
            Proof = proof,
            Digest = _random.Next(2) == 0 ? null : new Digest128(NextBits(), NextBits()),
            RedundantBytes = size * (storages.Distinct().Count() - 1),
            FreedBytes = _random.Next(2) == 0 ? null : _random.NextInt64(),
            Shared = shared.Length > 0 ? shared : null,
            Copies = copies,
        };
    }

    private ReportCopy NextCopy()
    {
        int names = _random.Next(3) == 0 ? _random.Next(2, 5) : 1;
        return new ReportCopy
        {
            Names = Many(names, names, NextName),
            Roots = Many(names, names, () => _random.Next(-1, 5)),
            Followed = _random.Next(3) == 0 ? Many(names, names, () => _random.Next(2) == 0) : null,
            Companions = _random.Next(3) == 0 ? Many(1, 3, NextName) : null,
            Links = (uint)_random.NextInt64(0, uint.MaxValue + 1L),
            Device = NextBits(),
            Inode = NextBits(),
            Allocated = _random.NextInt64(),
            Owner = (uint)_random.NextInt64(0, uint.MaxValue + 1L),
            Group = (uint)_random.NextInt64(0, uint.MaxValue + 1L),
            Mode = (uint)_random.Next(0x1000),
            Modified = NextTime(),
        };
    }

    private ReportTime NextTime()
    {
        long seconds = _random.Next(4) switch
        {
            0 => _random.NextInt64(long.MinValue, long.MaxValue),
            1 => _random.NextInt64(-62_135_596_805, -62_135_596_795),
            2 => _random.NextInt64(253_402_300_795, 253_402_300_805),
            _ => _random.NextInt64(-5_000_000_000, 5_000_000_000),
        };
        return new ReportTime(seconds, _random.Next(3) == 0 ? 0 : _random.Next(1_000_000_000));
    }

    private string NextText() =>
        _random.Next(2) == 0 ? "plain" : string.Concat(Many(0, 8, () => "aé\"\\\n\u202E😀\u0000,"[_random.Next(6)]));

    private ulong NextBits() => (ulong)_random.NextInt64(long.MinValue, long.MaxValue);

    private T[] Many<T>(int min, int max, Func<T> next)
    {
        var items = new T[_random.Next(min, max + 1)];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = next();
        }

        return items;
    }

    private Proof NextProof() => (Proof)_random.Next(Enum.GetValues<Proof>().Length);
}
