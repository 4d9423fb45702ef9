using System.Text;

namespace Doppel.Reports;

/// <summary>Finds by their names which files of one folder are companions of others.</summary>
/// <remarks>
/// <para>
/// A companion has the name of its file with another extension (<c>a.xmp</c> of <c>a.jpg</c>) or with one more
/// (<c>a.jpg.xmp</c>), in any case. Further forms: <c>IMG_1.AAE</c> also belongs to the edited <c>IMG_E1.HEIC</c>, and
/// <c>GL010001.LRV</c> to <c>GX010001.MP4</c>. Google Takeout writes <c>a.jpg.json</c> or
/// <c>a.jpg.supplemental-metadata.json</c>, cuts both names after 46 characters, and writes <c>a.jpg(1).json</c> for
/// <c>a(1).jpg</c>.
/// </para>
/// <para>Immutable and thread-safe.</para>
/// </remarks>
internal sealed class CompanionNames
{
    private const string Takeout = ".supplemental-metadata";
    private const int TakeoutCharsMax = 46;
    private const string Edited = "-edited";

    private readonly Dictionary<ReportName, List<ReportName>> _companions = [];
    private readonly Dictionary<ReportName, List<ReportName>> _mains = [];
    private readonly Files _files;

    /// <summary>Finds the companions among the names of a folder.</summary>
    /// <param name="names">The names of the files, without the folder.</param>
    internal CompanionNames(IReadOnlyList<ReportName> names)
    {
        _files = new Files(names);
        foreach (ReportName name in names)
        {
            foreach (ReportName main in MainsOfNew(name))
            {
                Add(_companions, main, name);
                Add(_mains, name, main);
            }
        }
    }

    /// <summary>Gets whether no file of the folder has a companion.</summary>
    internal bool IsEmpty => _mains.Count == 0;

    /// <summary>Returns the companions of a file, in any order.</summary>
    internal IReadOnlyList<ReportName> Of(ReportName main) => _companions.GetValueOrDefault(main, []);

    /// <summary>Returns the files of which another one is a companion, in any order.</summary>
    internal IReadOnlyList<ReportName> MainsOf(ReportName companion) => _mains.GetValueOrDefault(companion, []);

    /// <summary>Returns the files of which a file is a companion, or would be if it were in the folder.</summary>
    internal IEnumerable<ReportName> MainsOfNew(ReportName name)
    {
        string extension = CompanionKinds.Extension(name.Bytes);
        return extension.Length == 0
            ? []
            : MainsOf(FoldedName.Of(name.Bytes[..^(extension.Length + 1)]), extension, _files).Distinct().Where(
                main => main != name && CompanionKinds.Has(CompanionKinds.Extension(main.Bytes), extension));
    }

    /// <summary>Returns the name of a companion with that of another file in place of its own.</summary>
    /// <param name="companion">The companion, without the folder like the others.</param>
    /// <param name="main">The file that it belongs to.</param>
    /// <param name="other">The other file.</param>
    /// <returns>The name, or an empty one if that of the companion is formed in another way.</returns>
    internal static ReportName Renamed(ReportName companion, ReportName main, ReportName other)
    {
        if (main == other)
        {
            return companion;
        }

        string name = Lowered(companion.Bytes);
        string whole = Lowered(main.Bytes);
        if (name.StartsWith(whole, StringComparison.Ordinal))
        {
            return new ReportName((byte[])[.. other.Bytes, .. companion.Bytes[whole.Length..]]);
        }

        int dot = whole.LastIndexOf('.');
        return dot > 0 && name.StartsWith(whole[..(dot + 1)], StringComparison.Ordinal)
            ? new ReportName(
                (byte[])[.. other.Bytes[..other.Bytes.LastIndexOf((byte)'.')], .. companion.Bytes[dot..]])
            : default;
    }

    /// <summary>
    /// Returns whether a JSON file can belong to another one: its name contains the extension of that file, or was cut.
    /// </summary>
    /// <param name="stem">The name of the file without its extension.</param>
    internal static bool MayBeTakeout(ReadOnlySpan<byte> stem) =>
        stem.Contains((byte)'.') || stem.Length >= TakeoutCharsMax;

    // With ASCII letters in lowercase. Each byte becomes one character.
    private static string Lowered(ReadOnlySpan<byte> name)
    {
        byte[] folded = name.ToArray();
        foreach (ref byte letter in folded.AsSpan())
        {
            letter = letter is >= (byte)'A' and <= (byte)'Z' ? (byte)(letter | 0x20) : letter;
        }

        return Encoding.Latin1.GetString(folded);
    }

    private static IEnumerable<ReportName> MainsOf(string stem, string extension, Files files)
    {
        IEnumerable<ReportName> mains = files.Named(stem);
        return extension switch
        {
            "json" => mains.Concat(files.OfTakeout(stem)),
            "aae" => mains.Concat(files.WithStem(stem)).Concat(OfPhone(stem).SelectMany(files.WithStem)),
            "lrv" or "thm" => mains.Concat(files.WithStem(stem)).Concat(OfCamera(stem).SelectMany(files.WithStem)),
            _ => mains.Concat(files.WithStem(stem)),
        };
    }

    // An iPhone names the edited photo IMG_E1 and the edits before the last ones IMG_O1.
    private static IEnumerable<string> OfPhone(string stem)
    {
        if (stem.StartsWith("img_o", StringComparison.Ordinal))
        {
            return [$"img_{stem[5..]}", $"img_e{stem[5..]}"];
        }

        return stem.StartsWith("img_", StringComparison.Ordinal) && stem.Length > 4 && char.IsAsciiDigit(stem[4])
            ? [$"img_e{stem[4..]}"]
            : [];
    }

    // A GoPro names the small film GL010001 if the large one is GX010001 or GH010001.
    private static string[] OfCamera(string stem) => stem.StartsWith("gl", StringComparison.Ordinal)
        && stem.Length > 2 && char.IsAsciiDigit(stem[2]) ? [$"gx{stem[2..]}", $"gh{stem[2..]}"] : [];

    private static void Add(Dictionary<ReportName, List<ReportName>> lists, ReportName key, ReportName name)
    {
        if (!lists.TryGetValue(key, out List<ReportName>? list))
        {
            lists[key] = list = [];
        }

        list.Add(name);
    }

    /// <summary>The files that can have companions, by their names in lowercase.</summary>
    private sealed class Files
    {
        private readonly ILookup<string, ReportName> _byName;
        private readonly ILookup<string, ReportName> _byStem;

        // Without the number in front of the extension, ordered by this name.
        private readonly (string Name, string Number, ReportName File)[] _numbered;

        internal Files(IEnumerable<ReportName> names)
        {
            (string Name, ReportName File)[] mains =
            [
                .. names.Where(static name => CompanionKinds.IsMain(CompanionKinds.Extension(name.Bytes)))
                    .Select(static name => (FoldedName.Of(name.Bytes), name)),
            ];
            _byName = mains.ToLookup(static main => main.Name, static main => main.File);
            _byStem = mains.ToLookup(static main => StemOf(main.Name), static main => main.File);
            _numbered = [.. mains.SelectMany(static main => Numbered(main.Name, main.File))];
            Array.Sort(_numbered, static (left, right) => string.CompareOrdinal(left.Name, right.Name));
        }

        internal IEnumerable<ReportName> Named(string name) => _byName[name];

        internal IEnumerable<ReportName> WithStem(string stem) => _byStem[stem];

        internal IEnumerable<ReportName> OfTakeout(string stem)
        {
            (string name, string number) = WithoutNumber(stem);
            int dot = name.LastIndexOf('.');
            if (dot > 0 && Takeout.StartsWith(name[dot..], StringComparison.Ordinal))
            {
                foreach (ReportName file in Find(name[..dot], number, isWhole: true))
                {
                    yield return file;
                }
            }

            bool isCut = FoldedName.CharactersIn(name) >= TakeoutCharsMax;
            foreach (ReportName file in Find(name, number, isWhole: !isCut))
            {
                yield return file;
            }
        }

        private IEnumerable<ReportName> Find(string start, string number, bool isWhole)
        {
            int at = Array.BinarySearch(
                _numbered, (start, "", default),
                Comparer<(string Name, string Number, ReportName File)>.Create(
                    static (left, right) => string.CompareOrdinal(left.Name, right.Name) is var order and not 0
                        ? order : 1));
            for (at = ~at; at < _numbered.Length; at++)
            {
                if (!_numbered[at].Name.StartsWith(start, StringComparison.Ordinal))
                {
                    yield break;
                }

                if (_numbered[at].Number == number && (!isWhole || _numbered[at].Name.Length == start.Length))
                {
                    yield return _numbered[at].File;
                }
            }
        }

        private static IEnumerable<(string, string, ReportName)> Numbered(string name, ReportName file)
        {
            string stem = StemOf(name);
            string extension = name[stem.Length..];
            (string bare, string number) = WithoutNumber(stem);
            yield return (bare + extension, number, file);
            if (bare.EndsWith(Edited, StringComparison.Ordinal))
            {
                yield return (bare[..^Edited.Length] + extension, number, file);
            }
        }

        private static (string Name, string Number) WithoutNumber(string name)
        {
            int open = name.LastIndexOf('(');
            return open > 0 && name.EndsWith(')') && name.Length > open + 2
                && name.AsSpan()[(open + 1)..^1].ContainsAnyExceptInRange('0', '9') is false
                    ? (name[..open], name[open..])
                    : (name, "");
        }

        private static string StemOf(string name) => name[..name.LastIndexOf('.')];
    }
}
