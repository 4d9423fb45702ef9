using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Finds the companions of files. Lists each folder once.</summary>
/// <remarks>Not thread-safe. Remembers the folders with companions, and which films belong to live photos.</remarks>
/// <param name="look">Lists folders and opens files.</param>
/// <param name="mapper">Reads tags.</param>
/// <param name="remembersAll">
/// Whether to remember the names in folders without companions too, for <see cref="WhyNotBeside"/>.
/// </param>
internal sealed class CompanionFinder(NameLook look, MediaMapper mapper, bool remembersAll)
{
    private const string Xmp = "xmp";

    private static readonly CompanionNames s_none = new([]);

    private readonly Dictionary<ReportName, CompanionNames> _folders = [];
    private readonly Dictionary<(ReportName Photo, ReportName Film), bool> _live = [];

    /// <summary>Returns all companions of a file: its own, those of its companions, and so on.</summary>
    /// <param name="name">The absolute name of the file.</param>
    internal IReadOnlyList<ReportName> Of(ReportName name)
    {
        List<ReportName> all = [];
        for (int next = -1; next < all.Count; next++)
        {
            ReportName main = next < 0 ? name : all[next];
            all.AddRange(Names(main, static (names, bare) => names.Of(bare))
                .Where(companion => companion != name && !all.Contains(companion) && IsProved(main, companion))
                .Order());
        }

        return all;
    }

    /// <summary>Returns the files that a file is a companion of.</summary>
    /// <param name="name">The absolute name of the file.</param>
    internal IReadOnlyList<ReportName> MainsOf(ReportName name) =>
    [
        .. Names(name, static (names, bare) => names.MainsOf(bare)).Where(main => IsProved(main, name)).Order(),
    ];

    /// <summary>Returns why a companion cannot move beside another file, or null if it can.</summary>
    /// <param name="name">The absolute name that it would get.</param>
    /// <param name="beside">The files that it would belong to: the other file and its companions.</param>
    internal string? WhyNotBeside(ReportName name, IReadOnlyCollection<ReportName> beside)
    {
        ReportName other = Names(name, static (names, bare) => [.. names.MainsOfNew(bare)])
            .FirstOrDefault(main => !beside.Contains(main));
        return other.IsEmpty
            ? look.WhyNotFree(name)
            : $"there it would belong to {PlanPaths.Bare(other)} too";
    }

    /// <summary>Finds the sidecar of a photo: <c>a.jpg.xmp</c>, or <c>a.xmp</c> if no other file has it.</summary>
    /// <param name="photo">The absolute name of the photo, which must have been examined before.</param>
    internal FoundSidecar SidecarOf(ReportName photo)
    {
        ReportName[] own =
        [
            .. Names(photo, static (names, bare) => names.Of(bare))
                .Where(static name => CompanionKinds.Extension(name.Bytes) == Xmp),
        ];
        string usual = FoldedName.Of([.. photo.Bytes, .. ".xmp"u8]);
        ReportName[] chosen = [.. own.Where(name => FoldedName.Of(name.Bytes) == usual)];
        chosen = chosen.Length > 0 ? chosen : [.. own.Where(name => MainsOf(name).Count == 1)];
        return chosen switch
        {
            [] => look.ReadSidecar(new ReportName((byte[])[.. photo.Bytes, .. ".xmp"u8])),
            [var only] => look.ReadSidecar(only),
            _ => new FoundSidecar(chosen[0], [], "it has several sidecars"),
        };
    }

    private IEnumerable<ReportName> Names(
        ReportName name, Func<CompanionNames, ReportName, IReadOnlyList<ReportName>> select)
    {
        int slash = name.Bytes.LastIndexOf((byte)'/');
        var bare = new ReportName(name.Bytes[(slash + 1)..].ToArray());
        return CompanionKinds.MayTakePart(bare.Bytes)
            ? select(In(PlanPaths.FolderOf(name)), bare)
                .Select(other => new ReportName((byte[])[.. name.Bytes[..(slash + 1)], .. other.Bytes]))
            : [];
    }

    private CompanionNames In(ReportName folder)
    {
        if (!_folders.TryGetValue(folder, out CompanionNames? names))
        {
            names = new CompanionNames(look.NamesIn(folder, CompanionKinds.MayTakePart));
            _folders[folder] = names = names.IsEmpty && !remembersAll ? s_none : names;
        }

        return names;
    }

    // A film is part of a live photo if both have the same identifier, which the phone chose at random.
    private bool IsProved(ReportName main, ReportName companion)
    {
        if (!CompanionKinds.MayBeLive(CompanionKinds.Extension(main.Bytes), CompanionKinds.Extension(companion.Bytes)))
        {
            return true;
        }

        if (!_live.TryGetValue((main, companion), out bool isLive))
        {
            string? identifier = IdentifierOf(main);
            _live[(main, companion)] = isLive = identifier is not null && identifier == IdentifierOf(companion);
        }

        return isLive;
    }

    private string? IdentifierOf(ReportName name) => look.ReadTags(name, mapper).All
        .Where(static tag => tag.Name == TagNames.ContentIdentifier).Select(static tag => tag.Value).FirstOrDefault();
}
