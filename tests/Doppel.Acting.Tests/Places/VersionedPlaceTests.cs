using System.Globalization;
using System.Text;
using Doppel.Reports;
using Doppel.S3;
using Doppel.S3.Server;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>
/// A bucket under two names where a look for the token is refused, so that a removal must be taken back.
/// </summary>
public sealed class VersionedPlaceTests
{
    private const int Objects = 3;

    /// <summary>Whether a version comes back or a copy beside it, and wherever the process ends.</summary>
    [Fact]
    public void An_object_that_was_its_own_keeper_is_restored_with_or_without_bucket_versioning()
    {
        var disk = new HookedVolume(new LinuxVolume());
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(60, 3_000); seed++)
        {
            using var trial = new Trial(new Random(seed), disk);
            trial.Run(string.Create(CultureInfo.InvariantCulture, $"seed {seed}: "));
        }
    }

    private static string ContentOf(int number) => string.Create(CultureInfo.InvariantCulture, $"content {number}");

    private sealed class Trial : IDisposable
    {
        private readonly TempTree _tree = new();
        private readonly Life _life = new();
        private readonly MemoryS3 _memory;
        private readonly HttpMessageInvoker _http;
        private readonly S3Client _one;
        private readonly S3Client _other;
        private readonly MirrorVolume _volume;
        private readonly List<ActResult> _results = [];
        private readonly string _kept;
        private readonly bool _areOne;
        private readonly int _killedAt;
        private readonly StringBuilder _text = new();
        private bool _refuses = true;

        public Trial(Random random, IChangeableVolume disk)
        {
            _memory = new MemoryS3(new MemoryS3Options
            {
                Quirks = new S3Quirks { IgnoresConditionalDelete = random.Next(4) == 0 },
            });
            _http = new HttpMessageInvoker(new MemoryHandler(AnswerTo));
            _one = new S3Client(new S3ClientOptions { Endpoint = "http://one" }, credentials: null, _http);
            _other = new S3Client(new S3ClientOptions { Endpoint = "http://other" }, credentials: null, _http);
            _volume = new MirrorVolume(disk, _life);
            _areOne = random.Next(3) > 0;
            _kept = _areOne ? "bucket" : "copy";
            _killedAt = random.Next(3) == 0 ? random.Next(1, 60) : 0;
            _text.Append(CultureInfo.InvariantCulture, $"one: {_areOne}, killed at {_killedAt}");
            _memory.AddBucket("bucket");
            _memory.AddBucket("copy");
            string[] steps = [.. Enumerable.Repeat("", random.Next(3)), "Enabled", "", "Suspended", ""];
            steps = steps[..random.Next(1, steps.Length + 1)];
            for (int i = 0; i < Objects; i++)
            {
                Put("copy", i);
                Put("bucket", i);
            }

            foreach (string step in steps)
            {
                _text.Append(", ").Append(step);
                if (step.Length > 0)
                {
                    _memory.SetVersioning("bucket", step);
                }
                else
                {
                    Put("bucket", random.Next(Objects));
                }
            }
        }

        public void Run(string seed)
        {
            _life.Begin(_killedAt);
            try
            {
                Act();
            }
            catch (CrashException)
            {
                _text.Append(", killed");
            }

            bool isKilled = _life.HasEnded;
            _life.Begin();
            string told = seed + _text + "\n" + string.Join('\n', _results.Select(one => $"{one.Name}: {one.Reason}"));
            for (int i = 0; i < Objects; i++)
            {
                bool isThere = _memory.Find("bucket", $"{i}") is not null;
                Assert.True(isKilled || isThere == _areOne, told);
            }

            _refuses = false;
            Undo();
            told += "\n--\n" + string.Join('\n', _results.Select(one => $"{one.Name}: {one.Reason}"));
            foreach (string bucket in (string[])["bucket", "copy"])
            {
                Assert.True(
                    _memory.Keys(bucket).SequenceEqual(["0", "1", "2"]),
                    $"{string.Join(' ', _memory.Keys(bucket))} {told}");
                Assert.All(Enumerable.Range(0, Objects), i => Assert.Equal(
                    ContentOf(i), Encoding.UTF8.GetString(_memory.Find(bucket, $"{i}")!.Body)));
            }
        }

        public void Dispose()
        {
            _one.Dispose();
            _other.Dispose();
            _http.Dispose();
            _tree.Dispose();
        }

        private Answer AnswerTo(RawRequest request, byte[] body)
        {
            _life.Step();
            bool isRefused = _refuses && request.Method == "GET" && request.Header("Host") == "other"
                && request.Path.Contains("/.doppel-", StringComparison.Ordinal);
            return isRefused
                ? Answer.Xml(403, "<Error><Code>AccessDenied</Code><Message>no</Message></Error>")
                : _memory.AnswerTo(request, body);
        }

        private void Put(string bucket, int number) =>
            _memory.Put(bucket, $"{number}", Encoding.UTF8.GetBytes(ContentOf(number)));

        private S3Client Client(string bucket) => bucket.StartsWith("b@", StringComparison.Ordinal) ? _other : _one;

        private void Act()
        {
            var options = new ActOptions { Action = ActionKind.Delete, Version = "test", Buckets = Client };
            using JournalFolder journals = Journals();
            using var run = new ActRun(_volume, journals, options, _results.Add);
            run.Run(
                [
                    .. Enumerable.Range(0, Objects).Select(i => BucketRuns.GroupOf(
                        _volume, $"s3://b@{_kept}/{i}", $"s3://a@bucket/{i}", ContentOf(i).Length)),
                ],
                CancellationToken.None);
        }

        private void Undo()
        {
            _results.Clear();
            using JournalFolder journals = Journals();
            BucketRuns.Undo(
                _volume, journals, new UndoOptions { Version = "test", Buckets = Client }, _results.Add);
        }

        private JournalFolder Journals() => JournalFolder.Open(_volume, new ReportName($"{_tree.Folder}/journal"));
    }
}
