using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>
/// Proves to other hosts that files are here, by reading them anew, so that those hosts may delete their copies.
/// </summary>
/// <remarks>
/// <para>
/// What is proved is promised: as long as a proof counts, <see cref="ProofRequests"/> of this host let no file with
/// this content go. Two hosts that ask each other for one content at the same time both get a refusal, or one of them
/// does: each first writes its own intent to the server, and reads that of the other one then.
/// </para>
/// <para>Not thread-safe. Dispose closes the connection.</para>
/// </remarks>
public sealed class FleetProver : IDisposable
{
    // Answers are told when all of these are read.
    private const int QuestionsAtOnce = 1000;
    private const ulong BytesAtOnce = 256 << 20;

    private readonly ClickHouse _server;
    private readonly ulong _host;
    private readonly byte[] _proofKey;
    private readonly ProvedFiles _files;
    private readonly CancellationToken _cancellation;

    /// <summary>Creates a prover.</summary>
    /// <param name="server">The server.</param>
    /// <param name="options">The name of this host, and its proof key.</param>
    /// <param name="volume">The volume that holds the files. It must be one that can be changed.</param>
    /// <param name="roots">The absolute paths of the folders and files that are proved, and nothing else.</param>
    /// <param name="cancellation">Cancels what is asked and read.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public FleetProver(
        FleetServer server, FleetProofOptions options, IVolume volume, IReadOnlyList<byte[]> roots,
        CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _server = new ClickHouse(server, cancellation);
        _host = FleetHost.IdOf(options.Host);
        _proofKey = options.ProofKey.ToArray();
        _files = new ProvedFiles(
            volume as IChangeableVolume ?? throw new ArgumentException("The volume cannot be changed.", nameof(volume)),
            roots, cancellation);
        _cancellation = cancellation;
    }

    /// <summary>Gets the number of files proved.</summary>
    public long Proved { get; private set; }

    /// <summary>Gets the number of questions that were refused.</summary>
    public long Refused { get; private set; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead => _files.BytesRead;

    /// <inheritdoc/>
    public void Dispose() => _server.Dispose();

    /// <summary>Answers all questions that are open now.</summary>
    /// <returns>The number of questions.</returns>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    /// <exception cref="OperationCanceledException">The run was cancelled.</exception>
    public long Answer()
    {
        long count = 0;
        for (List<ProofQuestion> open = ReadOpen(); open.Count > 0; open = ReadOpen())
        {
            Answer(open);
            count += open.Count;
        }

        return count;
    }

    private List<ProofQuestion> ReadOpen()
    {
        List<ProofQuestion> open = [];
        _server.Retry(() =>
        {
            open.Clear();
            using RowStream rows = _server.Query(
                "SELECT size, digest, run, number, asker, substring(path, 1, 65536), toUInt32(until) "
                + $"FROM {ProofTables.Questions} FINAL "
                + $"WHERE host = {_host} AND state = {(int)QuestionState.Open} AND until > now() "
                + $"ORDER BY until, run, number LIMIT {QuestionsAtOnce}");
            ulong bytes = 0;
            while (bytes < BytesAtOnce && rows.TryReadUInt64(out ulong size))
            {
                open.Add(Read(rows, size));
                bytes += Math.Min(size, BytesAtOnce);
            }
        });
        return open;
    }

    private ProofQuestion Read(RowStream rows, ulong size) => new()
    {
        Host = _host,
        Size = size,
        Digest = rows.ReadDigest(),
        Run = rows.ReadBytes(ProofQuestion.RunBytes),
        Number = rows.ReadUInt32(),
        Asker = rows.ReadUInt64(),
        SealedPath = rows.ReadText(),
        Until = rows.ReadUInt32(),
    };

    private void Answer(List<ProofQuestion> open)
    {
        Dictionary<ProofQuestion, ProofQuestion?> opened = new(ReferenceEqualityComparer.Instance);
        open.ForEach(question => opened.Add(question, question.Open(_proofKey)));
        List<ProofQuestion> trusted = open.FindAll(question => opened[question] is not null);
        Tell(trusted, static _ => new ProofAnswer(AnswerState.Promised));

        // What this host itself may delete because of a proof by another one.
        HashSet<Digest128> leaving = ProofTables.FindContents(
            _server, ProofTables.Questions, $"asker = {_host} AND state != {(int)QuestionState.Withdrawn}",
            trusted.Select(static question => question.Digest));
        Dictionary<ProofQuestion, ProofAnswer> answers = new(ReferenceEqualityComparer.Instance);
        foreach (ProofQuestion question in open)
        {
            _cancellation.ThrowIfCancellationRequested();
            ProofAnswer answer = opened[question] is { } known
                ? AnswerTo(known, leaving)
                : ProofAnswer.Refuse("the two machines have different proof keys");
            answers.Add(question, answer);
            Proved += answer.State == AnswerState.Proved ? 1 : 0;
            Refused += answer.State == AnswerState.Proved ? 0 : 1;
        }

        Tell(open, question => answers[question]);
        var rows = new RowWriter();
        open.ForEach(question => question.WriteTo(rows, QuestionState.Answered));
        _server.Retry(() => _server.Insert(ProofTables.Questions, ProofTables.QuestionColumns, rows.Bytes));
    }

    private ProofAnswer AnswerTo(ProofQuestion question, HashSet<Digest128> leaving) =>
        leaving.Contains(question.Digest)
            ? ProofAnswer.Refuse("this content is being deleted there because of a copy elsewhere")
            : _files.Prove(question, _proofKey);

    private void Tell(List<ProofQuestion> questions, Func<ProofQuestion, ProofAnswer> answerTo)
    {
        if (questions.Count == 0)
        {
            return;
        }

        var rows = new RowWriter();
        foreach (ProofQuestion question in questions)
        {
            answerTo(question).WriteTo(rows, question);
        }

        _server.Retry(() => _server.Insert(ProofTables.Answers, ProofTables.AnswerColumns, rows.Bytes));
    }
}
