using Doppel.Reports.Csv;
using Doppel.Reports.Fclones;
using Doppel.Reports.Fdupes;
using Doppel.Reports.Jdupes;
using Doppel.Reports.Json;
using Doppel.Reports.Rmlint;
using Doppel.Reports.Shared;
using Doppel.Reports.Text;

namespace Doppel.Reports;

/// <summary>Reads a report of any format, one item at a time.</summary>
/// <remarks>
/// Not thread-safe. Holds one item in memory. Every group comes whole or not at all: whatever is damaged, cut off in
/// the middle or not understood ends the reading with a <see cref="ReportFormatException"/>. What the stream throws
/// comes through as it is. The stream stays open.
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

    /// <summary>The form of the report.</summary>
    public ReportFormat Format { get; }

    /// <summary>
    /// What was asked; null where the form does not tell (text, fdupes, CSV, rmlint without header).
    /// </summary>
    /// <remarks>
    /// Text, fdupes and jdupes give names as they were typed. One that is not absolute is meant from the folder in
    /// which the search was started: <see cref="ReportBegin.WorkingDirectory"/>, and where that is not told
    /// (no <see cref="Begin"/>, or jdupes) the caller has to know it.
    /// </remarks>
    public ReportBegin? Begin => _parser.Begin;

    /// <summary>What the last <see cref="Read"/> came to.</summary>
    public ReportItemKind Kind { get; private set; }

    /// <summary>The group at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is not a group.</exception>
    public ReportGroup Group => Kind == ReportItemKind.Group ? _parser.Group! : throw NotAtHand("group");

    /// <summary>The equal folders at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is something else.</exception>
    public ReportFolderGroup FolderGroup =>
        Kind == ReportItemKind.FolderGroup ? _parser.FolderGroup! : throw NotAtHand("group of folders");

    /// <summary>The folder at hand that another one has all of.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is something else.</exception>
    public ReportContainedFolder ContainedFolder =>
        Kind == ReportItemKind.ContainedFolder ? _parser.ContainedFolder! : throw NotAtHand("contained folder");

    /// <summary>The empty folder at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is something else.</exception>
    public ReportFolder EmptyFolder =>
        Kind == ReportItemKind.EmptyFolder ? _parser.EmptyFolder : throw NotAtHand("empty folder");

    /// <summary>The files of one sound or picture at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is something else.</exception>
    public ReportMediaGroup MediaGroup =>
        Kind == ReportItemKind.MediaGroup ? _parser.MediaGroup! : throw NotAtHand("media group");

    /// <summary>The media file at hand that was not comparable.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is something else.</exception>
    public ReportNotComparable NotComparable => Kind == ReportItemKind.NotComparable
        ? _parser.NotComparable!
        : throw NotAtHand("media file that is not comparable");

    /// <summary>The file without a twin at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is not a file without a twin.</exception>
    public ReportUnique Unique => Kind == ReportItemKind.Unique ? _parser.Unique! : throw NotAtHand("unique file");

    /// <summary>The problem at hand.</summary>
    /// <exception cref="InvalidOperationException">The item at hand is not a problem.</exception>
    public ReportProblem Problem => Kind == ReportItemKind.Problem ? _parser.Problem! : throw NotAtHand("problem");

    /// <summary>
    /// The totals, known at the end; null before it, where the form has none (fdupes, CSV, fclones, jdupes, rmlint
    /// without footer) and where the report ended early. Text and rmlint carry only some of them.
    /// </summary>
    public ReportSummary? Summary => Kind == ReportItemKind.End ? _parser.Summary : null;

    /// <summary>
    /// Whether a report that ends with totals (JSON, text) stopped without them, or has fewer groups than its head
    /// says (text of fclones): what was read is right, but not all. Fdupes and CSV cannot tell when whole groups are
    /// missing at the end; JSON of fclones, jdupes and rmlint is then damaged.
    /// </summary>
    public bool EndedEarly => Kind == ReportItemKind.End && _parser.EndedEarly;

    /// <summary>Begins to read: finds out the form where the options do not name it, and reads the head.</summary>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    /// <exception cref="ReportFormatException">The input is empty and its form not named, or its head is damaged.
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
            ReportFormat.Json => new JsonReportParser(source),
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

    /// <summary>Goes to the next item.</summary>
    /// <returns>Whether there is one; <see cref="Kind"/> tells what it is.</returns>
    /// <exception cref="ReportFormatException">The input is damaged; every further call throws the same.</exception>
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

    /// <summary>The groups from here to the end, read as they are walked; other items are passed over.</summary>
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

    /// <summary>Reads a whole report into memory.</summary>
    /// <remarks>
    /// Where the form does not tell what was asked, <see cref="Report.Begin"/> is empty; where it has no totals or
    /// ended before them, they are counted from what was read, and <see cref="ReportSummary.Complete"/> is false.
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
