namespace Doppel.Pooling.Tests.Model;

/// <summary>
/// No object has two owners, no bound is passed and nothing is lost, whatever several threads do to a pool.
/// </summary>
public sealed class PoolWalkTests
{
    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(4, 150))];

    [Theory, MemberData(nameof(Seeds))]
    public void Objects_have_one_owner_and_one_end(int seed) => new PoolWalk<Thing>(new ThingPool(), seed).Run();

    [Theory, MemberData(nameof(Seeds))]
    public void Lists_have_one_owner_and_are_rented_empty(int seed) =>
        new PoolWalk<List<long>>(new NumberListPool(), seed).Run();

    [Theory, MemberData(nameof(Seeds))]
    public void Arrays_have_one_owner(int seed) =>
        new PoolWalk<long[]>(new ArrayPoolModel(BufferKind.Heap), seed).Run();

    [Theory, MemberData(nameof(Seeds))]
    public void Pinned_arrays_have_one_owner(int seed) =>
        new PoolWalk<long[]>(new ArrayPoolModel(BufferKind.Pinned), seed).Run();

    [Theory, MemberData(nameof(Seeds))]
    public void Native_blocks_have_one_owner_and_are_freed_after_use_and_not_before(int seed) =>
        new PoolWalk<NativeBuffer<byte>>(new BlockPool(), seed).Run();
}
