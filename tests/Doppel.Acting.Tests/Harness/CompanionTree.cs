namespace Doppel.Acting.Tests;

/// <summary>
/// Folders with copies of files that have companions, and what must become of them, by what the option promises.
/// </summary>
internal sealed class CompanionTree : IDisposable
{
    private static readonly string[] s_folders = ["a", "b", "c"];
    private static readonly string[] s_raws = ["nef", "CR2", "dng"];
    private static readonly string[] s_films = ["mp4", "MOV"];
    private static readonly string[] s_sounds = ["mp3", "flac"];
    private static readonly string[] s_pictures = ["jpg", "HEIC", "png", "tif"];

    private readonly Random _random;
    private readonly bool _renames;
    private readonly Dictionary<string, string> _contents = [];

    // For each companion the files that it was made for.
    private readonly Dictionary<string, HashSet<string>> _mains = [];

    /// <param name="random">Chooses.</param>
    /// <param name="renames">Whether a copy can have another name than the first one.</param>
    internal CompanionTree(Random random, bool renames = false)
    {
        (_random, _renames) = (random, renames);
        for (int unit = 0; unit < 4; unit++)
        {
            AddUnit(unit);
        }

        foreach ((string name, string content) in _contents)
        {
            Tree.Files.AddFile(name, content);
        }

        Tree.Remember();
    }

    internal ActingTree Tree { get; } = new();

    /// <summary>The names of files before, by their contents, for those with copies.</summary>
    internal IReadOnlyList<string[]> Groups =>
    [
        .. _contents.GroupBy(static file => file.Value, static file => file.Key)
            .Where(static group => group.Count() > 1)
            .Select(static group => group.Order(StringComparer.Ordinal).ToArray()),
    ];

    /// <summary>All names.</summary>
    internal IEnumerable<string> Names => _contents.Keys;

    public void Dispose() => Tree.Dispose();

    /// <summary>The names that go.</summary>
    /// <param name="moves">Whether companions without an equal move to the copy that is kept.</param>
    /// <param name="made">The names that companions get there, with those that they had.</param>
    internal HashSet<string> Going(bool moves, out Dictionary<string, string> made)
    {
        Dictionary<string, string> names = made = [];
        HashSet<string> mains = [.. _contents.Keys.Except(_mains.Keys)];
        HashSet<string> going = [];
        foreach (string[] copies in Groups)
        {
            string[] free = [.. copies.Where(mains.Contains)];

            // A companion stays with its file, and is then the copy that is kept.
            string[] owned = [.. copies.Except(free)];
            string[] ranked =
            [
                .. free.OrderByDescending(name => UnitOf(name).Count)
                    .ThenBy(static name => name, StringComparer.Ordinal),
            ];
            string[] keep = owned.Length > 0 ? owned : ranked[..1];
            foreach (string copy in ranked.Except(keep))
            {
                HashSet<string> unit = UnitOf(copy);
                HashSet<string> beside = [.. keep.SelectMany(UnitOf)];
                Dictionary<string, string> moved = [];
                bool goes = unit.Except(beside).All(
                    companion => beside.Any(other => IsEqual(companion, other))
                        || (moves && Moves(companion, copy, keep[0], beside, names, moved)));
                going.UnionWith(goes ? [copy, .. moved.Values] : (string[])[]);
                foreach ((string to, string from) in goes ? moved : [])
                {
                    names.TryAdd(to, from);
                }
            }
        }

        // Companions of companions as well, in any order.
        for (int before = -1; before < going.Count;)
        {
            before = going.Count;
            going.UnionWith(_mains.Where(entry => entry.Value.Count > 0 && entry.Value.All(going.Contains))
                .Select(static entry => entry.Key).ToArray());
        }

        return going;
    }

    /// <summary>The content of a name before.</summary>
    internal string ContentOf(string name) => _contents[name];

    // A companion of one file alone gets the name of the kept copy, if that is free, means no other file there, and the
    // kept copy has none of its kind.
    private bool Moves(
        string companion, string main, string keeper, HashSet<string> beside, Dictionary<string, string> made,
        Dictionary<string, string> moved)
    {
        string to = StemOf(keeper) + companion[StemOf(main).Length..];
        string extension = Path.GetExtension(companion).ToUpperInvariant();
        bool isFree = made.TryGetValue(to, out string? earlier)
            ? _contents[earlier] == _contents[companion] : !_contents.ContainsKey(to);
        string[] takers = Path.GetFileName(to).Count(static letter => letter == '.') > 1
            ? []
            : [.. _contents.Keys.Where(name => StemOf(name) == StemOf(keeper) && Takes(name, extension))];
        bool isAlone = _mains[companion].All(name => name == main || UnitOf(main).Contains(name));
        moved[to] = companion;
        return isFree && isAlone && takers.All(name => name == keeper || beside.Contains(name))
            && !beside.Any(other => Path.GetExtension(other).Equals(extension, StringComparison.OrdinalIgnoreCase));
    }

    private static bool Takes(string main, string companion)
    {
        string extension = Path.GetExtension(main)[1..];
        bool isRaw = s_raws.Contains(extension);
        return extension is not ("xmp" or "XMP" or "aae" or "json" or "pp3" or "thm" or "LRV" or "lrc" or "cue")
            && companion switch
            {
                ".XMP" => true,
                ".AAE" => !isRaw && !s_sounds.Contains(extension),
                ".THM" or ".LRV" => isRaw || s_films.Contains(extension),
                ".LRC" or ".CUE" => s_sounds.Contains(extension),
                ".JPG" or ".HEIC" => isRaw,
                _ => false,
            };
    }

    private static string StemOf(string name) => name[..name.LastIndexOf('.')];

    private bool IsEqual(string left, string right) => _contents[left] == _contents[right]
        && string.Equals(Path.GetExtension(left), Path.GetExtension(right), StringComparison.OrdinalIgnoreCase);

    private HashSet<string> UnitOf(string main)
    {
        HashSet<string> unit = [];
        for (int before = -1; before < unit.Count;)
        {
            before = unit.Count;
            unit.UnionWith(_mains.Where(entry => entry.Value.Contains(main) || entry.Value.Overlaps(unit))
                .Select(static entry => entry.Key).ToArray());
        }

        return unit;
    }

    // One content in two or three folders. In each it has its own companions, whose contents are one of two.
    private void AddUnit(int unit)
    {
        string[] extensions = Pick(s_raws, s_films, s_sounds, s_pictures);
        string extension = extensions[_random.Next(extensions.Length)];
        foreach (string folder in s_folders.Take(2 + _random.Next(2)))
        {
            string stem = $"{folder}/{(_renames && _random.Next(2) == 0 ? $"Lake {folder}" : "IMG")}_{unit}";
            string main = $"{stem}.{extension}";
            _contents[main] = $"content of {unit}";
            List<string> mains = [main];
            if (extensions == s_raws && _random.Next(2) == 0)
            {
                mains.Add(AddCompanion(_random.Next(2) == 0 ? $"{stem}.jpg" : $"{stem}.heic", $"photo {unit}", main));
                if (_random.Next(4) == 0)
                {
                    _contents[$"{folder}/exported {unit}.jpg"] = _contents[mains[^1]];
                }
            }

            if (_random.Next(3) == 0)
            {
                // Another file that shares the companions whose names have one extension.
                mains.Add($"{stem}.webp");
                _contents[$"{stem}.webp"] = _random.Next(3) == 0 ? $"alone in {folder} {unit}" : $"second {unit}";
            }

            if (_random.Next(3) > 0)
            {
                AddCompanion($"{stem}.{(_random.Next(2) == 0 ? "xmp" : "XMP")}", "sidecar", [.. mains]);
            }

            foreach (string one in mains.Where(_ => _random.Next(4) == 0))
            {
                AddCompanion($"{one}.{(_random.Next(2) == 0 ? "xmp" : "XMP")}", "sidecar", one);
            }

            string[] others = Pick(["nef.pp3", "aae"], ["thm", "LRV"], ["lrc", "cue"], ["json", "aae"], extensions);
            if (_random.Next(4) == 0)
            {
                AddOther(stem, others[_random.Next(others.Length)], main, mains);
            }
        }
    }

    private void AddOther(string stem, string kind, string main, List<string> mains)
    {
        bool isAppended = kind is "json" or "nef.pp3";
        string extension = Path.GetExtension("." + kind);
        string[] takers = kind switch
        {
            "aae" => [.. mains.Where(IsPictureOrFilm)],
            "thm" or "LRV" or "lrc" or "cue" => [main],
            _ => [main],
        };
        if (takers.Length > 0)
        {
            AddCompanion(isAppended ? main + extension : stem + extension, "edit", takers);
        }
    }

    // An edit belongs to what a phone makes, and not to a raw file.
    private static bool IsPictureOrFilm(string name) =>
        !s_raws.Concat(s_sounds).Contains(Path.GetExtension(name)[1..]);

    private string AddCompanion(string name, string content, params string[] mains)
    {
        _contents[name] = $"{content} {_random.Next(2)}";
        _mains[name] = [.. mains];
        return name;
    }

    private string[] Pick(params string[][] lists) => lists[_random.Next(lists.Length)];

    private static string[] Pick(
        string[] ofRaw, string[] ofFilm, string[] ofSound, string[] ofPicture, string[] extensions) => extensions switch
        {
            _ when extensions == s_raws => ofRaw,
            _ when extensions == s_films => ofFilm,
            _ when extensions == s_sounds => ofSound,
            _ => ofPicture,
        };
}
