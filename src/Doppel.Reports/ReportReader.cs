namespace Doppel.Reports;

/// <summary>Reads a report of any format, one item at a time.</summary>
/// <remarks>
/// Not thread-safe. Keeps one item in memory. Each group is returned completely or not at all: anything that is
/// damaged, truncated or not understood ends reading with a <see cref="ReportFormatException"/>. Exceptions of the
/// stream are passed through. The stream is left open.
/// </remarks>
public sealed class ReportReader
{
    private readonly ReportParser _parser;
    private ReportFormatException? _failure;

    private ReportReader(ReportFormat format, ReportParser parser)
    {
        Format = format;
        _parser = parser;
    }

    /// <summary>Gets the format of the report.</summary>
    public ReportFormat Format { get; }

    /// <summary>
    /// Gets the details of the request, or null if the format does not record them (text, fdupes, CSV, rmlint without a
    /// header).
    /// </summary>
    /// <remarks>
    /// Text, fdupes and jdupes record names as typed. A name that is not absolute is relative to the folder in which
    /// the search was started: <see cref="ReportBegin.WorkingDirectory"/>. If that is not recorded (<see cref="Begin"/>
    /// is null, or jdupes), the caller must know it.
    /// </remarks>
    public ReportBegin? Begin => _parser.Begin;

    /// <summary>Gets the kind of item that the last call to <see cref="Read"/> found.</summary>
    public ReportItemKind Kind { get; private set; }

    /// <summary>Gets the current group.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a group.</exception>
    public ReportGroup Group => Kind == ReportItemKind.Group ? _parser.Group! : throw NotAtHand("group");

    /// <summary>Gets the current group of identical folders.</summary>
    /// <exception cref="InvalidOperationException">The current item is of another kind.</exception>
    public ReportFolderGroup FolderGroup =>
        Kind == ReportItemKind.FolderGroup ? _parser.FolderGroup! : throw NotAtHand("group of folders");

    /// <summary>Gets the current folder whose contents another folder holds completely.</summary>
    /// <exception cref="InvalidOperationException">The current item is of another kind.</exception>
    public ReportContainedFolder ContainedFolder =>
        Kind == ReportItemKind.ContainedFolder ? _parser.ContainedFolder! : throw NotAtHand("contained folder");

    /// <summary>Gets the current empty folder.</summary>
    /// <exception cref="InvalidOperationException">The current item is of another kind.</exception>
    public ReportFolder EmptyFolder =>
        Kind == ReportItemKind.EmptyFolder ? _parser.EmptyFolder : throw NotAtHand("empty folder");

    /// <summary>Gets the current group of files with identical audio or image data.</summary>
    /// <exception cref="InvalidOperationException">The current item is of another kind.</exception>
    public ReportMediaGroup MediaGroup =>
        Kind == ReportItemKind.MediaGroup ? _parser.MediaGroup! : throw NotAtHand("media group");

    /// <summary>Gets the current media file that could not be compared.</summary>
    /// <exception cref="InvalidOperationException">The current item is of another kind.</exception>
    public ReportNotComparable NotComparable => Kind == ReportItemKind.NotComparable
        ? _parser.NotComparable!
        : throw NotAtHand("media file that is not comparable");

    /// <summary>Gets the current file that has no duplicate.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a file without a duplicate.</exception>
    public ReportUnique Unique => Kind == ReportItemKind.Unique ? _parser.Unique! : throw NotAtHand("unique file");

    /// <summary>Gets the current problem.</summary>
    /// <exception cref="InvalidOperationException">The current item is not a problem.</exception>
    public ReportProblem Problem => Kind == ReportItemKind.Problem ? _parser.Problem! : throw NotAtHand("problem");

    /// <summary>
    /// Gets the totals once the end is reached. Null before that, if the format has none (fdupes, CSV, fclones, jdupes,
    /// rmlint without a footer), or if the report ended early. Text and rmlint carry only some of the totals.
    /// </summary>
    public ReportSummary? Summary => Kind == ReportItemKind.End ? _parser.Summary : null;

    /// <summary>
    /// Gets whether a report that ends with totals (JSON, text) stopped without them, or has fewer groups than its
    /// header says (text of fclones). Everything read is correct, but the report is incomplete. Fdupes and CSV cannot
    /// detect whole groups missing at the end; the JSON of fclones, jdupes and rmlint is then damaged.
    /// </summary>
    public bool EndedEarly => Kind == ReportItemKind.End && _parser.EndedEarly;

    /// <summary>Opens a report: detects the format unless the options specify it, and reads the header.</summary>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    /// <exception cref="ReportFormatException">
    /// The input is empty and no format is specified, or the header is damaged.
    /// </exception>
    public static ReportReader Open(Stream stream, ReportReadOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(stream);
        options ??= new ReportReadOptions();
        options.Validate();
        var source = new ByteSource(stream, options.BlockBytes, options.LineBytesMax);
        ReportFormat format = options.Format ?? FormatDetection.Detect(source);
        ReportParser parser = format switch
        {
            ReportFormat.Json or ReportFormat.Html =>
                new JsonReportParser(source, isHtml: format == ReportFormat.Html),
            ReportFormat.Csv => new CsvReportParser(source),
            ReportFormat.Fclones => new FclonesReportParser(source),
            ReportFormat.Text => new TextReportParser(source),
            ReportFormat.FclonesText => new FclonesTextParser(source),
            ReportFormat.Jdupes => new JdupesReportParser(source),
            ReportFormat.Rmlint => new RmlintReportParser(source),
            _ => new FdupesReportParser(source, options.NulAfterNames ?? FormatDetection.HasNul(source)),
        };
        return new ReportReader(format, parser);
    }

    /// <summary>Advances to the next item.</summary>
    /// <returns>Whether there is another item. <see cref="Kind"/> says what it is.</returns>
    /// <exception cref="ReportFormatException">
    /// The input is damaged. Every further call throws the same exception.
    /// </exception>
    public bool Read()
    {
        if (_failure is not null)
        {
            throw new ReportFormatException(_failure.Line, _failure.What, _failure);
        }

        if (Kind == ReportItemKind.End)
        {
            return false;
        }

        try
        {
            Kind = _parser.Read();
        }
        catch (ReportFormatException failure)
        {
            Kind = ReportItemKind.Start;
            _failure = failure;
            throw;
        }

        return Kind != ReportItemKind.End;
    }

    /// <summary>
    /// Returns the remaining groups, which are read as the sequence is enumerated. Other items are skipped.
    /// </summary>
    public IEnumerable<ReportGroup> Groups()
    {
        while (Read())
        {
            if (Kind == ReportItemKind.Group)
            {
                yield return Group;
            }
        }
    }

    /// <summary>Reads a complete report into memory.</summary>
    /// <remarks>
    /// If the format does not record the request, <see cref="Report.Begin"/> is empty. If the format has no totals or
    /// ended before them, they are computed from what was read, and <see cref="ReportSummary.Complete"/> is false.
    /// </remarks>
    /// <exception cref="ReportFormatException">The input is damaged.</exception>
    public static Report ReadAll(Stream stream, ReportReadOptions? options = null)
    {
        ReportReader reader = Open(stream, options);
        List<ReportGroup> groups = [];
        List<ReportFolderGroup> folders = [];
        List<ReportContainedFolder> contained = [];
        List<ReportFolder> empty = [];
        List<ReportMediaGroup> media = [];
        List<ReportNotComparable> notComparable = [];
        List<ReportUnique> uniques = [];
        List<ReportProblem> problems = [];
        var totals = new ListedTotals();
        while (reader.Read())
        {
            switch (reader.Kind)
            {
                case ReportItemKind.Group:
                    groups.Add(reader.Group);
                    totals.Add(reader.Group.Copies.Count, reader.Group.RedundantBytes);
                    break;
                case ReportItemKind.FolderGroup:
                    folders.Add(reader.FolderGroup);
                    totals.Add(reader.FolderGroup);
                    break;
                case ReportItemKind.ContainedFolder:
                    contained.Add(reader.ContainedFolder);
                    totals.Add(reader.ContainedFolder);
                    break;
                case ReportItemKind.EmptyFolder:
                    empty.Add(reader.EmptyFolder);
                    totals.AddEmptyFolder();
                    break;
                case ReportItemKind.MediaGroup:
                    media.Add(reader.MediaGroup);
                    totals.Add(reader.MediaGroup);
                    break;
                case ReportItemKind.NotComparable:
                    notComparable.Add(reader.NotComparable);
                    totals.AddNotComparable();
                    break;
                case ReportItemKind.Unique:
                    uniques.Add(reader.Unique);
                    break;
                default:
                    problems.Add(reader.Problem);
                    break;
            }
        }

        return new Report
        {
            Begin = reader.Begin ?? EmptyBegin,
            FolderGroups = folders,
            ContainedFolders = contained,
            EmptyFolders = empty,
            Groups = groups,
            MediaGroups = media,
            NotComparable = notComparable,
            Uniques = uniques,
            Problems = problems,
            Summary = reader.Summary ?? totals.ToSummary(complete: false, uniques.Count, problems.Count),
        };
    }

    private static ReportBegin EmptyBegin { get; } = new()
    {
        Version = "",
        Command = [],
        WorkingDirectory = default,
        Roots = [],
        Started = default,
    };

    private static InvalidOperationException NotAtHand(string what) =>
        new($"The reader does not stand on a {what}. Look at Kind after Read returned true.");
}
