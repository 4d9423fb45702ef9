using System.Globalization;
using Doppel.Catalog;

namespace Doppel.Web;

/// <content>Searching again with other filters. The roots are those of the command line, or some of them.</content>
internal sealed partial class UiEngine
{
    private readonly ResolvedRoots? _allRoots;

    /// <summary>
    /// Gets the roots that can be left out of a search, for people. Reference folders are always searched.
    /// </summary>
    internal IReadOnlyList<string> RootNames { get; } = [];

    /// <summary>Gets what is searched; null if a report is shown.</summary>
    internal SearchFilters? Filters { get; private set; }

    /// <summary>Chooses what is searched from now on.</summary>
    /// <exception cref="RequestException">A report is shown, or the filters are not valid.</exception>
    internal void Use(SearchFilters filters)
    {
        if (_allRoots is not { } all)
        {
            throw RequestException.Conflict("A report is shown, which is not searched.");
        }

        try
        {
            var checking = new FilterSettings
            {
                SizeMin = filters.MinSize.Length > 0 ? SizeText.Parse(filters.MinSize) : 1,
                SizeMax = filters.MaxSize.Length > 0 ? SizeText.Parse(filters.MaxSize) : long.MaxValue,
                Include = [.. filters.Include.Select(text =>
                    _environment.Values.ParseFileGlob(text))],
                Exclude = [.. filters.Exclude.Select(_environment.Values.ParseGlob)],
            };
            ResolvedRoots chosen = Chosen(all, filters.Roots);
            Check(checking, chosen, filters.Media);
            FilterSettings filter = _request.Filter;
            (filter.SizeMin, filter.SizeMax) = (checking.SizeMin, checking.SizeMax);
            (filter.Include, filter.Exclude) = (checking.Include, checking.Exclude);
            _request.Media.IsOn = filters.Media;
            Search(chosen);
        }
        catch (UsageException reason)
        {
            throw RequestException.Bad(reason.Hint is null ? reason.Message : $"{reason.Message}: {reason.Hint}");
        }
    }

    private static ResolvedRoots Chosen(ResolvedRoots all, IReadOnlyList<int> indexes)
    {
        int[] searched =
        [
            .. Enumerable.Range(0, all.References),
            .. indexes.Distinct().Order().Select(index => index >= 0 && index < all.Roots.Count - all.References
                ? index + all.References
                : throw RequestException.Missing("There is no such root.")),
        ];
        return searched.Length == all.References
            ? throw RequestException.Bad("Choose at least one folder.")
            : new ResolvedRoots(
                [.. searched.Select(index => all.Roots[index])], [.. searched.Select(index => all.Names[index])],
                [.. searched.Select(index => all.Labels[index])])
            {
                References = all.References,
            };
    }

    private void Check(FilterSettings filter, ResolvedRoots roots, bool media)
    {
        if (filter.SizeMax < filter.SizeMin)
        {
            throw RequestException.Bad("The largest size is less than the smallest one.");
        }

        if (media && _request.Groups.Folders)
        {
            throw RequestException.Bad("Media cannot be searched together with whole folders (--folders).");
        }

        if (media && roots.Roots.Exists(static root => root.Volume is SavedVolume))
        {
            throw RequestException.Bad("Media on saved volumes and in buckets cannot be compared: leave these out.");
        }

        _request.Groups.RefuseOneRoot(roots);
        GlobCheck.Refuse(filter, _environment.Volume, _environment.Paths, roots);
    }

    private SearchFilters FiltersOf(ResolvedRoots roots, ResolvedRoots all) => new(
        [
            .. Enumerable.Range(0, all.Roots.Count - all.References)
                .Where(index => roots.Roots.Contains(all.Roots[index + all.References])),
        ],
        _request.Filter.SizeMin == 1 ? "" : TextOf(_request.Filter.SizeMin),
        _request.Filter.SizeMax == long.MaxValue ? "" : TextOf(_request.Filter.SizeMax),
        [.. _request.Filter.Include.Select(static glob => glob.Pattern)],
        [.. _request.Filter.Exclude.Select(static glob => glob.Pattern)],
        _request.Media.IsOn);

    // In the largest unit that makes it a whole number.
    private static string TextOf(long bytes)
    {
        int unit = 0;
        while (unit < 4 && bytes != 0 && bytes % 1024 == 0)
        {
            (bytes, unit) = (bytes / 1024, unit + 1);
        }

        return bytes.ToString(CultureInfo.InvariantCulture) + ((string[])["", "KiB", "MiB", "GiB", "TiB"])[unit];
    }
}
