namespace Doppel.Fleet.Tests;

/// <summary>The rows of questions and answers in memory, and somebody who does to them whatever is possible.</summary>
/// <remarks>Of rows with one key, the one with the highest version is seen, as on a server.</remarks>
internal sealed class HostileRows(Func<TimeSpan> time)
{
    private readonly List<QuestionRow> _questions = [];
    private readonly List<AnswerRow> _answers = [];
    private readonly List<QuestionRow> _allQuestions = [];
    private readonly List<AnswerRow> _allAnswers = [];
    private Random? _order;
    private uint _off = 1_000_000;

    internal IReadOnlyList<QuestionRow> Questions => _questions;

    internal IReadOnlyList<AnswerRow> Answers => _answers;

    private uint Now => _off + (uint)time().TotalSeconds;

    /// <summary>Returns the rows as a process sees them: each call is two steps.</summary>
    internal IProofRows SeenBy(Action step) => new View(this, step);

    /// <summary>Adds a row.</summary>
    internal void Insert(QuestionRow row)
    {
        _questions.Add(row);
        _allQuestions.Add(row);
    }

    /// <inheritdoc cref="Insert(QuestionRow)"/>
    internal void Insert(AnswerRow row)
    {
        _answers.Add(row);
        _allAnswers.Add(row);
    }

    /// <summary>Does one thing to the rows.</summary>
    internal void Attack(Random random)
    {
        _order = random;
        switch (random.Next(8))
        {
            case 0 when _questions.Count > 0:
                _questions.RemoveAt(random.Next(_questions.Count));
                break;
            case 1 when _answers.Count > 0:
                _answers.RemoveAt(random.Next(_answers.Count));
                break;
            case 2 when _allQuestions.Count > 0:
                _questions.Add(Pick(_allQuestions, random));
                break;
            case 3 when _allAnswers.Count > 0:
                _answers.Add(Pick(_allAnswers, random));
                break;
            case 4 when _allQuestions.Count > 0:
                // A copy that is alike but for its state and version, which hides or shows a question.
                Insert(Pick(_allQuestions, random) with
                {
                    State = (QuestionState)random.Next(3),
                    Version = Version(random),
                });
                break;
            case 5 when _allQuestions.Count > 0:
                Insert(Changed(Pick(_allQuestions, random), Pick(_allQuestions, random), random));
                break;
            case 6 when _allAnswers.Count > 0:
                Insert(Changed(Pick(_allAnswers, random), Pick(_allAnswers, random), random));
                break;
            case 7:
                _off = (uint)random.Next(1, int.MaxValue);
                break;
        }
    }

    private static QuestionRow Changed(QuestionRow row, QuestionRow other, Random random)
    {
        ProofQuestion question = row.Question;
        question = random.Next(8) switch
        {
            0 => question with { Host = other.Question.Host },
            1 => question with { Asker = other.Question.Asker },
            2 => question with { Run = other.Question.Run },
            3 => question with { Number = (uint)random.Next(3) },
            4 => question with { Until = uint.MaxValue },
            5 => question with { Sealed = other.Question.Sealed },
            6 => question with { Digest = other.Question.Digest, Size = other.Question.Size },
            _ => question with { Host = question.Asker, Asker = question.Host },
        };
        return new QuestionRow(question, (QuestionState)random.Next(3), Version(random));
    }

    private static AnswerRow Changed(AnswerRow row, AnswerRow other, Random random) => random.Next(7) switch
    {
        0 => row with { Version = Version(random), Answer = row.Answer with { State = (AnswerState)random.Next(4) } },
        1 => row with { Version = Version(random), Answer = other.Answer },
        2 => row with { Version = Version(random), Run = other.Run, Number = other.Number },
        3 => row with { Version = Version(random), Number = (uint)random.Next(3) },
        4 => row with { Version = Version(random), Answer = row.Answer with { Place = other.Answer.Place } },
        5 => row with { Version = Version(random), Answer = row.Answer with { Proof = other.Answer.Proof } },
        _ => row with { Version = Version(random), Host = other.Host },
    };

    private static uint Version(Random random) => random.Next(2) == 0 ? (uint)random.Next(4) : (uint)random.Next();

    private static T Pick<T>(List<T> rows, Random random) => rows[random.Next(rows.Count)];

    private List<T> Ordered<T>(IEnumerable<T> rows)
    {
        T[] all = [.. rows];
        _order?.Shuffle(all);
        return [.. all];
    }

    /// <summary>A row of the table of questions.</summary>
    internal sealed record QuestionRow(ProofQuestion Question, QuestionState State, uint Version);

    /// <summary>A row of the table of answers.</summary>
    internal sealed record AnswerRow(ulong Host, byte[] Run, uint Number, ProofAnswer Answer, uint Version);

    private sealed class View(HostileRows rows, Action step) : IProofRows
    {
        public void Dispose()
        {
        }

        public uint ReadNow()
        {
            step();
            return rows.Now;
        }

        public void Add(IReadOnlyList<ProofQuestion> questions, QuestionState state)
        {
            step();
            foreach (ProofQuestion question in questions)
            {
                rows.Insert(new QuestionRow(
                    WithoutPath(question), state, state == QuestionState.Withdrawn ? 3u : (uint)state));
            }

            step();
        }

        public void Withdraw(IReadOnlyList<ProofQuestion> questions) => Add(questions, QuestionState.Withdrawn);

        public IReadOnlyList<ProofQuestion> ReadOpen(ulong host)
        {
            step();
            List<ProofQuestion> open = rows.Ordered(rows._questions
                .GroupBy(static row => (row.Question.Host, row.Question.Key))
                .Select(static same => same.MaxBy(static row => row.Version)!)
                .Where(row => row.Question.Host == host && row.State == QuestionState.Open
                    && row.Question.Until > rows.Now)
                .Select(static row => row.Question));
            step();
            return open;
        }

        public void Add(IReadOnlyList<(ProofQuestion Question, ProofAnswer Answer)> answers)
        {
            step();
            foreach ((ProofQuestion question, ProofAnswer answer) in answers)
            {
                rows.Insert(new AnswerRow(question.Host, question.Run, question.Number, answer, 2));
            }

            step();
        }

        public IReadOnlyList<(uint Number, ProofAnswer Answer)> ReadAnswers(byte[] run, uint first)
        {
            step();
            List<(uint Number, ProofAnswer Answer)> answers = rows.Ordered(rows._answers
                .Where(row => row.Run.AsSpan().SequenceEqual(run) && row.Number >= first)
                .GroupBy(static row => (row.Host, row.Number))
                .Select(static same => same.MaxBy(static row => row.Version)!)
                .Where(static row => row.Answer.State is AnswerState.Refused or AnswerState.Proved)
                .Select(static row => (row.Number, row.Answer)));
            step();
            return answers;
        }

        // What a row has.
        private static ProofQuestion WithoutPath(ProofQuestion question) => new()
        {
            Run = question.Run,
            Number = question.Number,
            Asker = question.Asker,
            Host = question.Host,
            Size = question.Size,
            Digest = question.Digest,
            Until = question.Until,
            Sealed = question.Sealed,
        };
    }
}
