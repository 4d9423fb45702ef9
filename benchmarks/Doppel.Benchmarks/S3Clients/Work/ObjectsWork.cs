using System.Buffers.Binary;
using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.S3Clients.Clients;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Many small objects, put, got, listed and deleted, one or some at once.</summary>
internal sealed class ObjectsWork : IClientWork
{
    /// <summary>The name of the step that lists.</summary>
    public const string List = "list";

    /// <summary>How often all is listed: one request says little.</summary>
    public const int Lists = 10;

    private const int WarmUpObjects = 100;

    private readonly IObjectClient _client;
    private readonly ClientOrder _order;
    private readonly string[] _keys;
    private readonly byte[][] _contents;
    private readonly byte[][] _buffers;
    private readonly Task[] _running;
    private int _next;
    private int _end;

    public ObjectsWork(IObjectClient client, ClientOrder order)
    {
        _client = client;
        _order = order;
        _keys = [.. Enumerable.Range(0, order.Count).Select(i =>
            string.Create(CultureInfo.InvariantCulture, $"{order.Prefix}{i:d6}"))];
        _contents = [.. Enumerable.Range(0, order.Count).Select(i => Content(i, (int)order.Bytes))];
        _buffers = [.. Enumerable.Range(0, order.AtOnce).Select(_ => new byte[order.Bytes])];
        _running = new Task[order.AtOnce];
    }

    /// <summary>The steps by name.</summary>
    public static IReadOnlyList<string> StepNames { get; } = ["put", "get", List, "delete"];

    public int Steps => StepNames.Count;

    public long DataBytes => (_order.Count + _order.AtOnce) * _order.Bytes;

    public async ValueTask WarmUpAsync()
    {
        int some = Math.Min(WarmUpObjects, _order.Count);
        await EachAsync(Step.Put, some).ConfigureAwait(false);
        await EachAsync(Step.Get, some).ConfigureAwait(false);
        for (int i = 0; i < 30; i++)
        {
            await _client.ListAsync(_order.Bucket, _order.Prefix).ConfigureAwait(false);
        }

        await EachAsync(Step.Delete, some).ConfigureAwait(false);
    }

    public async ValueTask RunAsync(Meter meter)
    {
        meter.Begin();
        await EachAsync(Step.Put, _order.Count).ConfigureAwait(false);
        meter.Mark();
        await EachAsync(Step.Get, _order.Count).ConfigureAwait(false);
        meter.Mark();
        for (int i = 0; i < Lists; i++)
        {
            ListedKeys listed = await _client.ListAsync(_order.Bucket, _order.Prefix).ConfigureAwait(false);
            VerifyException.UnlessEqual(_order.Count, listed.Count, "the list");
        }

        meter.Mark();
        await EachAsync(Step.Delete, _order.Count).ConfigureAwait(false);
        meter.Mark();
    }

    private async ValueTask EachAsync(Step step, int count)
    {
        _next = 0;
        _end = count;
        if (_buffers.Length == 1)
        {
            await WorkAsync(step, _buffers[0]).ConfigureAwait(false);
            return;
        }

        for (int i = 0; i < _buffers.Length; i++)
        {
            _running[i] = WorkAsync(step, _buffers[i]);
        }

        await Task.WhenAll(_running).ConfigureAwait(false);
    }

    private async Task WorkAsync(Step step, byte[] buffer)
    {
        for (int i; (i = Interlocked.Increment(ref _next) - 1) < _end;)
        {
            switch (step)
            {
                case Step.Put:
                    await _client.PutAsync(_order.Bucket, _keys[i], _contents[i]).ConfigureAwait(false);
                    break;
                case Step.Get:
                    int length = await _client.GetAsync(_order.Bucket, _keys[i], buffer).ConfigureAwait(false);
                    VerifyException.Unless(buffer.AsSpan(0, length).SequenceEqual(_contents[i]));
                    break;
                default:
                    await _client.DeleteAsync(_order.Bucket, _keys[i]).ConfigureAwait(false);
                    break;
            }
        }
    }

    private static byte[] Content(int number, int length)
    {
        byte[] content = new byte[length];
        new Random(number).NextBytes(content);
        BinaryPrimitives.WriteInt32LittleEndian(content, number);
        return content;
    }

    private enum Step
    {
        Put,
        Get,
        Delete,
    }
}
