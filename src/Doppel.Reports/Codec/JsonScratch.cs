namespace Doppel.Reports;

/// <summary>
/// What the items of a document use in turn: room for what was read, and the objects around the current one.
/// </summary>
internal sealed class JsonScratch
{
    private const int DepthMax = 8;

    private readonly JsonScope[] _around = new JsonScope[DepthMax];
    private byte[] _text = new byte[512];
    private int _depth;

    /// <summary>Gets the names that were read.</summary>
    public NameStore Names { get; } = new();

    public void Clear() => _depth = 0;

    public void Push(in JsonScope scope) => _around[_depth++] = scope;

    public JsonScope Pop() => _around[--_depth];

    /// <summary>Returns room for a text, which is valid until the next call.</summary>
    public byte[] Room(int bytes)
    {
        if (_text.Length < bytes)
        {
            _text = new byte[Math.Max(bytes, Math.Min(_text.Length * 2L, Array.MaxLength))];
        }

        return _text;
    }
}

/// <summary>An object that is being read or written.</summary>
internal struct JsonScope
{
    public string What;
    public uint Seen;
    public uint Required;
    public int Field;
    public JsonPhase Phase;
    public bool HasType;
    public bool IsFresh;
}

/// <summary>Specifies how far an object has been read or written.</summary>
internal enum JsonPhase : byte
{
    Begun,
    Fields,
    Ended,
    Checked,
}
