using System.Text;

namespace Doppel.Media;

/// <summary>The items that the meta box of a file describes (ISO/IEC 14496-12, 8.11).</summary>
internal sealed class HeifMeta
{
    private const int VersionBytes = 4;
    private const int ItemsMax = 200_000;
    private const int ReferencesMax = 1 << 20;
    private const int PropertiesMax = 1 << 15;
    private const int StepsMax = 1 << 22;

    private static readonly uint[] s_boxes =
    [
        IsoBox.TypeOf("iinf"u8), IsoBox.TypeOf("pitm"u8), IsoBox.TypeOf("idat"u8), IsoBox.TypeOf("grpl"u8),
        IsoBox.TypeOf("iloc"u8), IsoBox.TypeOf("iref"u8), IsoBox.TypeOf("iprp"u8),
    ];

    private readonly HeaderReader _file;
    private readonly Dictionary<uint, HeifItem> _byId = [];
    private int _references;
    private int _steps;

    /// <summary>Reads a meta box.</summary>
    /// <exception cref="NotComparableException">The box is damaged.</exception>
    internal HeifMeta(HeaderReader file, IsoBox meta)
    {
        _file = file;
        IsoBox[] boxes = new IsoBox[s_boxes.Length];
        for (long at = meta.Start + VersionBytes; IsoBox.TryNext(file, ref at, meta.End, out IsoBox box);)
        {
            int kind = Array.IndexOf(s_boxes, box.Type);
            if (kind >= 0)
            {
                boxes[kind] = box;
            }
            else
            {
                Others.Add(box);
            }
        }

        if (boxes[0].Type == 0 || boxes[1].Type == 0)
        {
            NotComparableException.Throw("it has no picture");
        }

        (Data, Groups) = (boxes[2], boxes[3]);
        ReadItems(boxes[0]);
        var fields = new IsoFields(file, boxes[1].Start, boxes[1].End);
        Main = Need((uint)fields.Next(Version(fields) == 0 ? 2 : 4));
        Pieces = HeifPlaces.Read(file, boxes[4], this);
        ReadReferences(boxes[5]);
        ReadProperties(boxes[6]);
    }

    /// <summary>Gets the items, in the order in which they are listed.</summary>
    internal List<HeifItem> Items { get; } = [];

    /// <summary>Gets the boxes that do not describe items.</summary>
    internal List<IsoBox> Others { get; } = [];

    /// <summary>Gets the primary item.</summary>
    internal HeifItem Main { get; }

    /// <summary>Gets the box with the item data in the meta box, or one of type 0 if there is none.</summary>
    internal IsoBox Data { get; }

    /// <summary>Gets the extents of all items.</summary>
    internal IReadOnlyList<HeifPiece> Pieces { get; }

    /// <summary>Gets the boxes of all properties.</summary>
    internal List<IsoBox> Properties { get; } = [];

    /// <summary>Gets the box of item groups, or one of type 0 if there is none.</summary>
    internal IsoBox Groups { get; }

    /// <summary>Returns the item with an ID, or null if there is none.</summary>
    internal HeifItem? Find(uint id) => _byId.GetValueOrDefault(id);

    /// <summary>Returns the item with an ID, which must exist.</summary>
    /// <exception cref="NotComparableException">The item does not exist.</exception>
    internal HeifItem Need(uint id)
    {
        if (Find(id) is not { } item)
        {
            NotComparableException.Throw("it refers to an item that is missing");
            return Main;
        }

        return item;
    }

    /// <summary>Counts a step that reads no bytes of the file.</summary>
    /// <exception cref="NotComparableException">The limit is exceeded.</exception>
    internal void Step()
    {
        if (++_steps > StepsMax)
        {
            NotComparableException.Throw("its items lie in too many pieces");
        }
    }

    private static int Version(IsoFields fields) => (int)(fields.Next(4) >> 24);

    private void ReadItems(IsoBox iinf)
    {
        uint infe = IsoBox.TypeOf("infe"u8);
        var fields = new IsoFields(_file, iinf.Start, iinf.End);
        long count = fields.Next(Version(fields) == 0 ? 2 : 4);
        for (long at = fields.At; IsoBox.TryNext(_file, ref at, iinf.End, out IsoBox box);)
        {
            if (box.Type != infe)
            {
                continue;
            }

            HeifItem item = ReadItem(box);
            Items.Add(item);
            if (!_byId.TryAdd(item.Id, item) || Items.Count > ItemsMax)
            {
                NotComparableException.Throw("its items are damaged");
            }
        }

        if (Items.Count != count)
        {
            NotComparableException.Throw("its item count does not match its header (the file is truncated)");
        }
    }

    private HeifItem ReadItem(IsoBox infe)
    {
        const int KindBytesMax = 64;
        var fields = new IsoFields(_file, infe.Start, infe.End);
        long head = fields.Next(4);
        long version = head >> 24;
        uint id = (uint)fields.Next(version <= 2 ? 2 : 4);
        bool isProtected = fields.Next(2) != 0;

        // The first versions have no item types. The content is identified by its MIME type.
        uint type = version < 2 ? HeifType.Mime : (uint)fields.Next(4);
        bool isTag = type == HeifType.Exif;
        string kind = FourLetters.Text(type);
        if (type == HeifType.Mime)
        {
            fields.NextText([]);
            Span<byte> room = stackalloc byte[KindBytesMax];
            ReadOnlySpan<byte> mime = fields.NextText(room);
            isTag = mime.SequenceEqual("application/rdf+xml"u8);
            kind = Encoding.ASCII.GetString(mime);
        }
        else if (type == HeifType.Uri)
        {
            fields.NextText([]);
            Span<byte> room = stackalloc byte[KindBytesMax];
            kind = Encoding.ASCII.GetString(fields.NextText(room));
        }

        return new HeifItem(id, type)
        {
            IsHidden = (head & 1) != 0,
            IsProtected = isProtected,
            IsTag = isTag,
            Kind = kind,
        };
    }

    private void ReadReferences(IsoBox iref)
    {
        if (iref.Type == 0)
        {
            return;
        }

        var versionOf = new IsoFields(_file, iref.Start, iref.End);
        int idBytes = Version(versionOf) == 0 ? 2 : 4;
        for (long at = versionOf.At; IsoBox.TryNext(_file, ref at, iref.End, out IsoBox box);)
        {
            var fields = new IsoFields(_file, box.Start, box.End);
            uint from = (uint)fields.Next(idBytes);
            List<uint> to = [];
            for (long left = fields.Next(2); left > 0; left--)
            {
                to.Add((uint)fields.Next(idBytes));
                if (++_references > ReferencesMax)
                {
                    NotComparableException.Throw("it has too many references");
                }
            }

            Find(from)?.References.Add(new HeifReference(box.Type, to));
        }
    }

    private void ReadProperties(IsoBox iprp)
    {
        if (iprp.Type == 0)
        {
            return;
        }

        IsoBox ipco = iprp.Need(_file, "ipco"u8);
        for (long at = ipco.Start; IsoBox.TryNext(_file, ref at, ipco.End, out IsoBox property);)
        {
            Properties.Add(property);
            if (Properties.Count > PropertiesMax)
            {
                NotComparableException.Throw("it has too many properties");
            }
        }

        uint ipma = IsoBox.TypeOf("ipma"u8);
        for (long at = iprp.Start; IsoBox.TryNext(_file, ref at, iprp.End, out IsoBox box);)
        {
            if (box.Type == ipma)
            {
                ReadUses(box);
            }
        }
    }

    private void ReadUses(IsoBox ipma)
    {
        const int Essential = 0x80;
        var fields = new IsoFields(_file, ipma.Start, ipma.End);
        long head = fields.Next(4);
        int idBytes = head >> 24 == 0 ? 2 : 4;
        bool isWide = (head & 1) != 0;
        for (long left = fields.Next(4); left > 0; left--)
        {
            HeifItem? item = Find((uint)fields.Next(idBytes));
            for (long uses = fields.Next(1); uses > 0; uses--)
            {
                int number = (int)fields.Next(1) & ~Essential;
                number = isWide ? (number << 8) | (int)fields.Next(1) : number;
                if (number > Properties.Count)
                {
                    NotComparableException.Throw("it refers to a property that is missing");
                }

                // Zero means that no property is associated.
                if (number > 0)
                {
                    item?.Properties.Add(number - 1);
                }
            }
        }
    }
}
