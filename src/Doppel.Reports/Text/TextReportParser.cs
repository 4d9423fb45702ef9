namespace Doppel.Reports;

/// <summary>Parses the text format.</summary>
internal sealed partial class TextReportParser : ReportParser
{
    private readonly ByteSource _source;
    // No line except a name is this long. Used to write a line again; never reaches a stream.
    private readonly Utf8Output _again = new(Stream.Null, 512);
    private readonly List<ReportName> _names = [];
    private readonly List<ReportName> _companions = [];
    private readonly List<ReportCopy> _copies = [];
    private readonly NameStore _store = new();
    private bool _inUniques;
    private bool _uniquesEnded;
    private bool _hasDetails;
    private ReportName _nextUnique;

    public TextReportParser(ByteSource source) => _source = source;

    public override bool EndedEarly => Summary is null;

    public override ReportItemKind Read()
    {
        if (_inUniques)
        {
            return ReadUnique();
        }

        if (_inEmpty)
        {
            return ReadEmpty();
        }

        if (!TryTakeLine(out ReadOnlySpan<byte> line))
        {
            return ReportItemKind.End;
        }

        if (!_hasDetails && line.SequenceEqual(TextDetails.Head))
        {
            _hasDetails = true;
            return Read();
        }

        if (_hasDetails && TextDetails.IsSaved(line))
        {
            return Read();
        }

        if (line.StartsWith("Total"u8))
        {
            return ReadTotal(line);
        }

        if (_uniquesEnded)
        {
            throw Wrong("stands between the unique files and the total");
        }

        if (line.SequenceEqual(TextLines.UniqueHead))
        {
            return BeginUniques();
        }

        if (line.SequenceEqual(TextFolderLines.EmptyHead))
        {
            return BeginEmpty();
        }

        if (TextFolderLines.TryReadHead(line, out FolderHead folders) && IsAsWritten(line, folders))
        {
            return ReadFolders(folders);
        }

        if (TextMediaLines.TryReadHead(line, out MediaHead media) && IsAsWritten(line, media))
        {
            ReadMedia(media);
            return ReportItemKind.MediaGroup;
        }

        if (!TextLines.TryReadGroupHead(line, out GroupHead head) || !IsAsWritten(line, head))
        {
            throw Wrong("is not a valid line of a text report here");
        }

        ReadGroup(head);
        return ReportItemKind.Group;
    }

    private void ReadGroup(GroupHead head)
    {
        ReadCopies(head.Copies);
        Group = new ReportGroup
        {
            Size = head.Size,
            Proof = head.Proof,
            Digest = head.Digest,
            RedundantBytes = head.Redundant,
            Copies = _copies.ToArray(),
        };
    }

    /// <summary>Reads what follows a header line, up to the end of the group.</summary>
    /// <param name="copies">The required number of copies.</param>
    /// <param name="differs">Whether lines that show how the copies differ may follow.</param>
    private void ReadCopies(int copies, bool differs = false)
    {
        bool inDifferences = false;
        _copies.Clear();
        _names.Clear();
        while (true)
        {
            if (!TryTakeLine(out ReadOnlySpan<byte> line))
            {
                throw new ReportFormatException(_source.Line + 1, "the report ends in the middle of a group");
            }

            if (line.IsEmpty)
            {
                break;
            }

            if (differs && _names.Count > 0 && line.StartsWith(TextMediaLines.Difference))
            {
                inDifferences = true;
                continue;
            }

            if (inDifferences)
            {
                throw Wrong("is neither a name of the group nor the empty line after it");
            }

            if (TryTakeFurther(line))
            {
                continue;
            }

            if (line.StartsWith(TextLines.FirstName))
            {
                EndCopy();
            }
            else
            {
                throw Wrong("is neither a name of the group nor the empty line after it");
            }

            _names.Add(ToNameOfCopy(line[TextLines.FirstName.Length..]));
        }

        EndCopy();
        if (_copies.Count != copies)
        {
            throw Wrong($"ends a group of {_copies.Count} copies, but its head line says {copies}");
        }
    }

    // The details of a copy are not needed: an action looks at the file itself.
    private ReportName ToNameOfCopy(ReadOnlySpan<byte> text)
    {
        if (!_hasDetails)
        {
            return ToName(text);
        }

        return TextDetails.TrySkip(text, out ReadOnlySpan<byte> name)
            ? ToName(name)
            : throw Wrong("has no size and modification time before the name");
    }

    private ReportName ToName(ReadOnlySpan<byte> text) =>
        _store.KeepFile(QuotedName.Read(text, _source.Line), _source.Line);

    private void EndCopy()
    {
        if (_names.Count > 0)
        {
            _copies.Add(TakeCopy());
        }
    }

    private ReportCopy TakeCopy()
    {
        ReportCopy copy = BareCopy.Of(_names.ToArray(), _companions.Count > 0 ? _companions.ToArray() : null);
        _names.Clear();
        _companions.Clear();
        return copy;
    }

    // Another name of the copy, or a companion, which come behind all names.
    private bool TryTakeFurther(ReadOnlySpan<byte> line)
    {
        bool isName = line.StartsWith(TextLines.FurtherName) && _companions.Count == 0;
        bool isFurther = _names.Count > 0 && (isName || line.StartsWith(TextLines.Companion));
        if (isFurther)
        {
            (isName ? _names : _companions).Add(ToNameOfCopy(line[TextLines.FirstName.Length..]));
        }

        return isFurther;
    }

    private ReportItemKind BeginUniques()
    {
        if (!TryTakeLine(out ReadOnlySpan<byte> line) || !line.StartsWith(TextLines.FirstName))
        {
            throw Wrong("is followed by no name");
        }

        _inUniques = true;
        _nextUnique = ToNameOfCopy(line[TextLines.FirstName.Length..]);
        return ReadUnique();
    }

    private ReportItemKind ReadUnique()
    {
        _names.Clear();
        _names.Add(_nextUnique);
        while (true)
        {
            if (!TryTakeLine(out ReadOnlySpan<byte> line))
            {
                throw new ReportFormatException(_source.Line + 1, "the report ends in the middle of the unique files");
            }

            if (TryTakeFurther(line))
            {
                continue;
            }

            _inUniques = !line.IsEmpty;
            if (_inUniques)
            {
                if (!line.StartsWith(TextLines.FirstName))
                {
                    throw Wrong("is neither a unique file nor the empty line after them");
                }

                _nextUnique = ToNameOfCopy(line[TextLines.FirstName.Length..]);
            }

            _uniquesEnded = !_inUniques;
            Unique = new ReportUnique(-1, TakeCopy());
            return ReportItemKind.Unique;
        }
    }

    private ReportItemKind ReadTotal(ReadOnlySpan<byte> line)
    {
        if (!TextLines.TryReadTotal(line, out ReportSummary summary) || !IsAsWritten(line, summary))
        {
            throw Wrong("is not a valid total of a text report");
        }

        if (_source.TryTakeLine((byte)'\n', out _, out _))
        {
            throw Wrong("stands behind the total, which is the last line");
        }

        Summary = summary;
        return ReportItemKind.End;
    }

    private bool TryTakeLine(out ReadOnlySpan<byte> line)
    {
        if (!_source.TryTakeLine((byte)'\n', out line, out bool whole))
        {
            return false;
        }

        if (!whole)
        {
            throw Wrong("is cut off");
        }

        if (line.Contains((byte)'\r'))
        {
            throw Wrong("holds a carriage return, which no text report has");
        }

        return true;
    }

    private bool IsAsWritten(ReadOnlySpan<byte> line, GroupHead head)
    {
        _again.DropPending();
        TextLines.WriteGroupHead(_again, head);
        return _again.Pending.SequenceEqual(line);
    }

    private bool IsAsWritten(ReadOnlySpan<byte> line, ReportSummary summary)
    {
        _again.DropPending();
        TextLines.WriteTotal(_again, summary);
        return _again.Pending.SequenceEqual(line);
    }

    private ReportFormatException Wrong(string what) => new(_source.Line, what);
}
