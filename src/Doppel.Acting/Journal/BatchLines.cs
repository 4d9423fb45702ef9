using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Writes intents as lines of type <c>batch</c>; docs/formats.md describes them.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class BatchLines(LineBuffer lines)
{
    /// <summary>The maximum number of names in a line.</summary>
    internal const int NamesMax = 1024;

    // Paths are written once and then mostly referenced by number. PathBytesMax limits the names of a line when
    // expanded.
    private const int PathBytesMax = 4 << 20;
    private const int LineBytesMax = 1 << 20;

    private readonly LineBuffer _groups = new();
    private readonly Dictionary<byte[], int> _folders = new(PathComparer.Instance);
    private readonly List<byte[]> _folderList = [];
    private readonly Dictionary<(ulong Device, uint Owner, uint Group, uint Mode), int> _sets = [];
    private EntryFacts _facts = new();
    private long _pathBytes;

    /// <summary>Writes intents, which must be sorted by number.</summary>
    /// <param name="intents">The intents.</param>
    /// <param name="kept">For each keeper, the other names under which the content of its group is kept.</param>
    internal void Write(
        IReadOnlyList<JournalIntent> intents, IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> kept)
    {
        for (int at = 0; at < intents.Count;)
        {
            at = WriteLine(intents, at, kept);
        }
    }

    private int WriteLine(
        IReadOnlyList<JournalIntent> intents, int start,
        IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> kept)
    {
        _groups.Clear();
        _folders.Clear();
        _folderList.Clear();
        _sets.Clear();
        _facts = new EntryFacts();
        _pathBytes = 0;
        int at = start;
        while (at < intents.Count && at - start < NamesMax && _pathBytes < PathBytesMax && _groups.Count < LineBytesMax)
        {
            JournalIntent intent = intents[at];
            JournalIntent? before = at > start ? intents[at - 1] : null;
            if (before is null || before.Keeper != intent.Keeper || before.KeeperFacts != intent.KeeperFacts)
            {
                _groups.Add(before is null ? "[["u8 : "],[["u8);
                AddKeeper(intent, kept);
            }

            _groups.Add(","u8);
            AddName(intent, before is not null && intent.Number != before.Number + 1);
            at++;
        }

        lines.Add("{\"type\":\"batch\",\"first\":"u8);
        lines.Add(intents[start].Number);
        lines.Add(",\"last\":"u8);
        lines.Add(intents[at - 1].Number);
        bool continues = start > 0 && intents[start].Facts.Kind == EntryKind.File
            && intents[start - 1].Keeper == intents[start].Keeper
            && Identity.SameInode(intents[start - 1].Facts, intents[start].Facts);
        lines.Add(continues ? ",\"continued\":true"u8 : default);
        AddTables();
        lines.Add(",\"groups\":["u8);
        lines.Add(_groups.Written);
        lines.Add("]]}\n"u8);
        return at;
    }

    private void AddTables()
    {
        lines.Add(",\"folders\":["u8);
        for (int i = 0; i < _folderList.Count; i++)
        {
            lines.Add(i > 0 ? ","u8 : default);
            lines.AddName(_folderList[i]);
        }

        lines.Add("],\"sets\":["u8);
        int count = 0;
        foreach ((ulong device, uint owner, uint group, uint mode) in _sets.Keys)
        {
            lines.Add(count++ > 0 ? ",["u8 : "["u8);
            lines.Add(device);
            lines.Add(","u8);
            lines.Add((long)owner);
            lines.Add(","u8);
            lines.Add((long)group);
            lines.Add(","u8);
            lines.Add((long)mode);
            lines.Add("]"u8);
        }

        lines.Add("]"u8);
    }

    private void AddKeeper(
        JournalIntent intent, IReadOnlyDictionary<ReportName, IReadOnlyList<ReportName>> kept)
    {
        if (intent.Keeper.IsEmpty)
        {
            _groups.Add("]"u8);
            return;
        }

        AddBare(intent.Keeper, out int folder);
        if (intent.KeeperFacts == default)
        {
            _groups.Add(","u8);
            _groups.Add((long)folder);
            _groups.Add(",null]"u8);
        }
        else
        {
            AddFacts(folder, intent.KeeperFacts, hasChanged: true);
        }

        if (kept.TryGetValue(intent.Keeper, out IReadOnlyList<ReportName>? others))
        {
            _groups.Add(",{\"also\":["u8);
            for (int i = 0; i < others.Count; i++)
            {
                _groups.Add(i > 0 ? ",["u8 : "["u8);
                AddBare(others[i], out folder);
                _groups.Add(","u8);
                _groups.Add((long)folder);
                _groups.Add("]"u8);
            }

            _groups.Add("]}"u8);
        }
    }

    private void AddName(JournalIntent intent, bool isNumbered)
    {
        _groups.Add("["u8);
        AddBare(intent.Name, out int folder);
        AddFacts(folder, intent.Facts, hasChanged: false);
        AddMore(intent, isNumbered);
    }

    private void AddFacts(int folder, in FileFacts facts, bool hasChanged)
    {
        (ulong, uint, uint, uint) key = (facts.Device, facts.Owner, facts.Group, facts.Mode);
        if (!_sets.TryGetValue(key, out int set))
        {
            set = _sets.Count;
            _sets.Add(key, set);
        }

        Span<long> values = stackalloc long[EntryFacts.Count];
        int count = _facts.Encode(facts, set, hasChanged, values);
        if (count > 0 || folder > 0)
        {
            _groups.Add(","u8);
            _groups.Add((long)folder);
        }

        for (int i = 0; i < count; i++)
        {
            _groups.Add(","u8);
            _groups.Add(values[i]);
        }

        _groups.Add("]"u8);
    }

    private void AddBare(ReportName name, out int folder)
    {
        ReadOnlySpan<byte> path = name.Bytes;
        _pathBytes += path.Length;
        int cut = path.LastIndexOf((byte)'/');
        if (ObjectName.Is(name) && (cut == path.Length - 1 || path[cut - 1] == (byte)'/'))
        {
            // The key has empty components, which no path has. It is written whole.
            cut = ObjectName.RootLength(path) - 1;
        }

        folder = FolderOf(path[..Math.Max(cut, cut == 0 ? 1 : 0)]);
        _groups.AddName(path[(cut + 1)..]);
    }

    private int FolderOf(ReadOnlySpan<byte> path)
    {
        if (_folders.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(path, out int known))
        {
            return known;
        }

        byte[] folder = path.ToArray();
        _folders.Add(folder, _folderList.Count);
        _folderList.Add(folder);
        return _folderList.Count - 1;
    }

    // Adds fields that most names do not have.
    private void AddMore(JournalIntent intent, bool isNumbered)
    {
        int start = _groups.Count;
        AddField(start, isNumbered, "no"u8, intent.Number);
        AddField(start, intent.Facts.Kind == EntryKind.Folder, "folder"u8, 1);
        AddTarget(start, intent);
        if (intent.Media is { } policy)
        {
            AddField(start, "media"u8);
            _groups.AddText(MediaWords.Of(policy));
        }

        if (intent.Digest.Length > 0)
        {
            AddField(start, "content"u8);
            _groups.AddText(intent.Digest);
        }

        if (!intent.LinkText.IsEmpty)
        {
            AddField(start, "link"u8);
            _groups.AddName(intent.LinkText.Bytes);
        }

        if (!intent.OldTarget.IsEmpty)
        {
            AddField(start, "was"u8);
            _groups.AddName(intent.OldTarget.Bytes);
        }

        AddField(start, intent.Extras.Flags != 0, "flags"u8, intent.Extras.Flags);
        if (intent.Extras.Attributes.Count > 0)
        {
            AddField(start, "attributes"u8);
            AddAttributes(intent.Extras.Attributes);
        }

        _groups.Add(_groups.Count > start ? "}"u8 : default);
    }

    private void AddTarget(int start, JournalIntent intent)
    {
        if (intent.Target.IsEmpty)
        {
            return;
        }

        AddField(start, "to"u8);
        ReadOnlySpan<byte> target = intent.Target.Bytes;
        ReadOnlySpan<byte> name = intent.Name.Bytes;
        _pathBytes += target.Length;
        int cut = target.LastIndexOf((byte)'/');
        if (intent.Target == intent.Keeper)
        {
            _groups.Add("2"u8);
        }
        else if (target.SequenceEqual(RelativePath.Between(name, intent.Keeper.Bytes)))
        {
            _groups.Add("1"u8);
        }
        else if (PlanPaths.RootLength(target) > 0 && cut > 0
            && target[cut..].SequenceEqual(name[name.LastIndexOf((byte)'/')..]))
        {
            _groups.Add("["u8);
            _groups.Add((long)FolderOf(target[..cut]));
            _groups.Add("]"u8);
        }
        else
        {
            _groups.AddName(target);
        }
    }

    private void AddAttributes(IReadOnlyList<ExtendedAttribute> attributes)
    {
        for (int i = 0; i < attributes.Count; i++)
        {
            _groups.Add(i > 0 ? ","u8 : "{"u8);
            _groups.AddText(attributes[i].Name);
            _groups.Add(":\""u8);
            _groups.AddBase64(attributes[i].Value.Span);
            _groups.Add("\""u8);
        }

        _groups.Add("}"u8);
    }

    private void AddField(int start, bool isThere, ReadOnlySpan<byte> field, long number)
    {
        if (isThere)
        {
            AddField(start, field);
            _groups.Add(number);
        }
    }

    private void AddField(int start, ReadOnlySpan<byte> field)
    {
        _groups.Add(_groups.Count == start ? ",{\""u8 : ",\""u8);
        _groups.Add(field);
        _groups.Add("\":"u8);
    }
}

/// <summary>Compares paths by their bytes. Supports lookup by a span, which avoids copying the path.</summary>
internal sealed class PathComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
{
    internal static PathComparer Instance { get; } = new();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(byte[] obj) => GetHashCode(obj.AsSpan());

    public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<byte> alternate)
    {
        var hash = new HashCode();
        hash.AddBytes(alternate);
        return hash.ToHashCode();
    }

    public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();
}
