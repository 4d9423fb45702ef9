using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>
/// Proves to other hosts that files are here, by reading them again, so that those hosts may delete their copies.
/// </summary>
/// <remarks>
/// <para>
/// What is proved is promised: as long as a proof counts, <see cref="ProofRequests"/> of this host ask nobody about
/// this content and so let no file with it go. And as long as they ask, it is not proved. Of hosts that ask each other
/// about one content at the same time, all get a refusal, or all but one. The host remembers both itself
/// (<see cref="FleetProofOptions.Ledger"/>).
/// </para>
/// <para>Not thread-safe. Dispose closes the connection.</para>
/// </remarks>
public sealed class FleetProver : IDisposable
{
    private const int AnsweredMax = 100_000;

    private readonly IProofRows _rows;
    private readonly ProofLedger _ledger;
    private readonly TimeProvider _time;
    private readonly Dictionary<(UInt128 Run, uint Number), ProofTime> _answered = [];
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
    /// <exception cref="FleetException">The folder of what this host asks and promises cannot be used.</exception>
    public FleetProver(
        FleetServer server, FleetProofOptions options, IVolume volume, IReadOnlyList<byte[]> roots,
        CancellationToken cancellation)
        : this(
            new ClickHouseProofRows(server, cancellation), server?.Time ?? TimeProvider.System, options, volume, roots,
            cancellation)
    {
    }

    /// <summary>Creates a prover with other rows and another clock than those of a server.</summary>
    internal FleetProver(
        IProofRows rows, TimeProvider time, FleetProofOptions options, IVolume volume, IReadOnlyList<byte[]> roots,
        CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        (_rows, _time, _cancellation) = (rows, time, cancellation);
        _host = FleetHost.IdOf(options.Host);
        _proofKey = options.ProofKey.ToArray();
        IChangeableVolume changeable = volume as IChangeableVolume
            ?? throw new ArgumentException("The volume cannot be changed.", nameof(volume));
        _files = new ProvedFiles(changeable, roots, cancellation);
        _ledger = new ProofLedger(changeable, options, time);
    }

    /// <summary>Gets the number of files proved.</summary>
    public long Proved { get; private set; }

    /// <summary>Gets the number of questions that were refused.</summary>
    public long Refused { get; private set; }

    /// <summary>Gets the number of bytes of content read.</summary>
    public long BytesRead => _files.BytesRead;

    /// <inheritdoc/>
    public void Dispose()
    {
        _ledger.Dispose();
        _rows.Dispose();
    }

    /// <summary>Answers all questions that are open now.</summary>
    /// <returns>The number of questions.</returns>
    /// <exception cref="FleetException">
    /// The server cannot be reached, or refuses, or what this host promises cannot be kept.
    /// </exception>
    /// <exception cref="OperationCanceledException">The run was cancelled.</exception>
    public long Answer()
    {
        long count = 0;
        for (List<ProofQuestion> open = ReadNew(); open.Count > 0; open = ReadNew())
        {
            // Rows of somebody without the proof key may come again and again. Others get their turn in between.
            bool isTrusted = Answer(open);
            count += open.Count;
            if (!isTrusted)
            {
                break;
            }
        }

        return count;
    }

    // A row that somebody repeats is not answered twice.
    private List<ProofQuestion> ReadNew()
    {
        ProofTime now = ProofTime.Now(_time);
        if (_answered.Count > AnsweredMax)
        {
            // Removing while enumerating is allowed for a dictionary.
            foreach (((UInt128, uint) key, _) in _answered.Where(one => one.Value.IsOver(now)))
            {
                _answered.Remove(key);
            }
        }

        return [.. _rows.ReadOpen(_host).Where(question => !_answered.ContainsKey(question.Key))];
    }

    // Returns whether there was a question of somebody with the proof key.
    private bool Answer(List<ProofQuestion> open)
    {
        List<ProofQuestion> trusted = [];
        List<(ProofQuestion Question, ProofAnswer Answer)> answers = [];
        foreach (ProofQuestion question in open)
        {
            if (question.Open(_proofKey) is { } known)
            {
                trusted.Add(known);
            }
            else
            {
                answers.Add((question, ProofAnswer.Refuse(question.IsOfEarlierVersion(_proofKey)
                    ? "the machine that asks has an earlier version of doppel"
                    : "the two machines have different proof keys")));
            }
        }

        HashSet<ProofContent> asked = _ledger.Promise(trusted);
        foreach (ProofQuestion question in trusted)
        {
            _cancellation.ThrowIfCancellationRequested();
            answers.Add((question, asked.Contains(question.Content)
                ? ProofAnswer.Refuse("this content is being deleted there because of a copy elsewhere")
                : _files.Prove(question, _proofKey)));
        }

        int proved = answers.Count(static one => one.Answer.State == AnswerState.Proved);
        Proved += proved;
        Refused += answers.Count - proved;
        _ledger.Release([.. answers.Where(static one => one.Answer.State != AnswerState.Proved && one.Question.IsOpen)
            .Select(static one => one.Question)]);
        _rows.Add(answers);
        _rows.Add(open, QuestionState.Answered);
        trusted.ForEach(question => _answered[question.Key] =
            ProofTime.Now(_time).After(TimeSpan.FromSeconds(question.Within)));
        return trusted.Count > 0;
    }
}
