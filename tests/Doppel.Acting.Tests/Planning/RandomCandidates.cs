using System.Globalization;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests.Planning;

/// <summary>Random groups and rule stacks, alike in many things so that late rules decide too.</summary>
internal sealed class RandomCandidates(int seed)
{
    // What people write, what cameras note, and what programs leave behind.
    private static readonly MediaTag[] s_tags =
    [
        new("title", "Lake"), new("title", "A lake"), new("artist", "Ana"), new("keywords", "water"),
        new("place", "48.1, 11.5"), new("taken", "2001-01-01"), new("rating", "5"), new("rating", "64/255"),
        new("rating", "80"), new("riff:smpl", "8 bytes"), new("xmp:Iptc4xmpExt:PersonInImage", "Ana"),
        new("encoder", "LAME"), new("software", "Editor"), new("id3:TXXX:major_brand", "isom"),
        new("xmp:xmpMM:DocumentID", "1"), new("id3:COMM:iTunSMPB", "0"), new("thumbnail", "5 bytes"),
    ];

    private static readonly string[] s_folders = ["a", "b", "ref", "tmp", "long folder"];
    private static readonly string[] s_names =
    [
        "x", "y.jpg", "x (1).jpg", "x - Copy.jpg", "Copy of x", "x copy 2.tar.gz", "keep.txt", "drop.txt", "copy",
        "z (1999)",
    ];

    private readonly Random _random = new(seed);
    private int _unique;

    public Candidate[] NextGroup()
    {
        var candidates = new Candidate[_random.Next(1, 7)];
        for (int i = 0; i < candidates.Length; i++)
        {
            candidates[i] = NextCandidate();
        }

        return candidates;
    }

    public KeepRules NextRules() => new()
    {
        Patterns = [.. Some(3, NextPattern)],
        Protected = _random.Next(3) == 0
            ? [new ProtectedFolder(new ReportName("/reference"), 1, 2) { IsReference = true }]
            : [],
        Prefer = [.. Some(4, () => (KeepRule)_random.Next(KeepRuleText.Words.Count))],
        Copies = _random.Next(3) == 0 ? _random.Next(1, 5) : 1,
        PerFolder = _random.Next(4) == 0,
    };

    public Candidate[] Shuffle(IReadOnlyList<Candidate> candidates)
    {
        Candidate[] shuffled = [.. candidates];
        _random.Shuffle(shuffled);
        return shuffled;
    }

    private Candidate NextCandidate()
    {
        ReportName[] names = [.. Some(2, NextName), NextName()];
        Array.Sort(names);
        int outside = _random.Next(4) == 0 ? _random.Next(3) : 0;
        return new Candidate
        {
            Copy = new PlanCopy
            {
                Names = names,
                SymbolicLinks = [.. Some(3, () => new PlanLink
                {
                    Name = NextName(),
                    Target = names[0],
                    Final = names[0],
                })],
                Facts = new FileFacts
                {
                    Kind = EntryKind.File,
                    Links = (uint)(names.Length + outside),
                    Modified = new FileTime(_random.Next(-1, 2), _random.Next(2)),
                },
            },
            Companions = _random.Next(4) / 2,
            BelongsTo = _random.Next(12) == 0 ? new ReportName("/a/photo.jpg") : default,
            Root = _random.Next(3) is int root and < 2 ? root : int.MaxValue,
            FolderTimes = _random.Next(5) == 0
                ? []
                : [.. names.Select(_ => new FileTime(_random.Next(-1, 2), _random.Next(2)))],
            Tags = _random.Next(2) == 0 ? null : new MediaTags
            {
                All = [.. Some(5, () => s_tags[_random.Next(s_tags.Length)]).Distinct()],
                CoverBytes = _random.Next(3),
                Taken = _random.Next(2) == 0 ? null : new DateTime(2001, 1, 1 + _random.Next(3)),
            },
            ProtectedBy = _random.Next(6) switch
            {
                0 => new ProtectedFolder(new ReportName("/ref"), 1, 1),
                1 => new ProtectedFolder(new ReportName("/reference"), 1, 2) { IsReference = true },
                _ => null,
            },
        };
    }

    private KeepPattern NextPattern()
    {
        string[] parts = _random.Next(2) == 0 ? s_folders : s_names;
        string part = parts[_random.Next(parts.Length)];
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(part);
        return new KeepPattern((PatternEffect)_random.Next(2), part, (_, path) => path.IndexOf(bytes) >= 0);
    }

    private ReportName NextName()
    {
        string folders = string.Concat(Some(3, () => "/" + s_folders[_random.Next(s_folders.Length)]));
        string unique = (_unique++).ToString("D4", CultureInfo.InvariantCulture);
        string name = s_names[_random.Next(s_names.Length)];
        return new ReportName(_random.Next(2) == 0 ? $"{folders}/{unique}/{name}" : $"{folders}/{unique}{name}");
    }

    private IEnumerable<T> Some<T>(int max, Func<T> next) =>
        [.. Enumerable.Range(0, _random.Next(max)).Select(_ => next())];
}
