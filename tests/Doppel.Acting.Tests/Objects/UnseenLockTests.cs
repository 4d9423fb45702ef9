using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.S3;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Two runs that want to remove what the other keeps, and may not read the lock of each other.</summary>
public sealed class UnseenLockTests
{
    private const int Objects = 3;

    /// <summary>The second run takes place as a whole between two requests of the first one.</summary>
    [Fact]
    public void Two_runs_that_cannot_see_each_others_locks_lose_nothing()
    {
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(50, 5_000); seed++)
        {
            using var trial = new Trial(new Random(seed));
            trial.Run(string.Create(CultureInfo.InvariantCulture, $"seed {seed}"));
        }
    }

    private static string ContentOf(int number) => string.Create(CultureInfo.InvariantCulture, $"content {number}");

    private sealed class Trial : IDisposable
    {
        private static readonly string[] s_buckets = ["a", "b"];

        private readonly IChangeableVolume _volume = new LinuxVolume();
        private readonly TempTree _tree = new();
        private readonly MemoryS3 _memory = new();
        private readonly HttpMessageInvoker _http;
        private readonly S3Client[] _clients;
        private readonly List<ActResult> _results = [];
        private readonly Lock _gate = new();
        private readonly int _at;
        private readonly bool _isSeenBySecond;
        private int _requests;
        private bool _hasMet;

        public Trial(Random random)
        {
            _http = new HttpMessageInvoker(new MemoryHandler(AnswerTo));
            _clients = [.. s_buckets.Select(own => new S3Client(
                new S3ClientOptions { Endpoint = $"http://{own}" }, credentials: null, _http))];
            (_at, _isSeenBySecond) = (random.Next(1, 60), random.Next(4) == 0);
            foreach (string bucket in s_buckets)
            {
                _memory.AddBucket(bucket);
                for (int i = 0; i < Objects; i++)
                {
                    _memory.Put(bucket, $"{i}", Encoding.UTF8.GetBytes(ContentOf(i)));
                }
            }
        }

        public void Run(string told)
        {
            Act(0);
            told += $", second run at request {_at}, sees the lock: {_isSeenBySecond}\n"
                + string.Join('\n', _results.Select(static one => $"{one.Name}: {one.Status} {one.Reason}"));
            for (int i = 0; i < Objects; i++)
            {
                Assert.True(s_buckets.Any(bucket => _memory.Find(bucket, $"{i}") is not null), $"{i} is gone, {told}");
            }

            _hasMet = true;
            Undo(1);
            Undo(0);
            foreach (string bucket in s_buckets)
            {
                Assert.True(_memory.Keys(bucket).SequenceEqual(["0", "1", "2"]), $"{bucket} is not whole, {told}");
                Assert.All(Enumerable.Range(0, Objects), i => Assert.Equal(
                    ContentOf(i), Encoding.UTF8.GetString(_memory.Find(bucket, $"{i}")!.Body)));
            }
        }

        public void Dispose()
        {
            Array.ForEach(_clients, static client => client.Dispose());
            _http.Dispose();
            _tree.Dispose();
        }

        // Each run removes what is in the bucket that its client is named after.
        private Answer AnswerTo(RawRequest request, byte[] body)
        {
            string own = request.Header("Host")!;
            if (own == "a" && !_hasMet)
            {
                lock (_gate)
                {
                    if (!_hasMet && ++_requests == _at)
                    {
                        _hasMet = true;
                        Act(1);
                    }
                }
            }

            bool isUnseen = request.Method == "GET" && !request.Path.StartsWith($"/{own}/", StringComparison.Ordinal)
                && request.Path.EndsWith("/.doppel-lock", StringComparison.Ordinal);
            return isUnseen && (own == "a" || !_isSeenBySecond)
                ? Answer.Xml(403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
                : _memory.AnswerTo(request, body);
        }

        private void Act(int run)
        {
            S3Client client = _clients[run];
            var options = new ActOptions { Action = ActionKind.Delete, Version = "test", Buckets = _ => client };
            using JournalFolder journals = Journals(run);
            using var acting = new ActRun(_volume, journals, options, _results.Add);
            (string own, string kept) = (s_buckets[run], s_buckets[1 - run]);
            acting.Run(
                [
                    .. Enumerable.Range(0, Objects).Select(i => BucketRuns.GroupOf(
                        _volume, $"s3://{kept}/{i}", $"s3://{own}/{i}", ContentOf(i).Length)),
                ],
                CancellationToken.None);
        }

        private void Undo(int run)
        {
            using JournalFolder journals = Journals(run);
            BucketRuns.Undo(
                _volume, journals, new UndoOptions { Version = "test", Buckets = _ => _clients[run] }, static _ => { });
        }

        private JournalFolder Journals(int run) =>
            JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal{run}"));
    }
}
