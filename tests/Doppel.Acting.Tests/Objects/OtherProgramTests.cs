using System.Text;
using Doppel.Reports;
using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>Runs and undos while another program stores objects under the same names.</summary>
public sealed class OtherProgramTests
{
    private const string Keeper = "s3://one/keep";
    private const string Dropped = "s3://one/drop";
    private const string Moved = "s3://one/moved/one/drop";

    private static readonly byte[] s_content = "what was there"u8.ToArray();
    private static readonly byte[] s_other = "something else"u8.ToArray();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void No_object_goes_if_its_keeper_goes_or_changes_after_it_was_proved(bool isReplaced)
    {
        using BucketWorld world = Pair();
        int looks = 0;
        world.Handler.Before = request =>
        {
            if (request.Method == "HEAD" && request.Path.EndsWith("/keep", StringComparison.Ordinal) && ++looks == 2)
            {
                Replace(world, Keeper, isReplaced ? s_other : null);
            }
        };
        world.Act([world.Group(Keeper, Dropped)]);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_content, world.Now(Dropped));
    }

    // The last look is right before the deletion.
    [Fact]
    public void No_replaced_object_goes_on_a_server_that_ignores_conditions()
    {
        using BucketWorld world = Pair(new S3Quirks { IgnoresConditionalDelete = true });
        int keeperLooks = 0;
        bool isReplaced = false;
        world.Handler.Before = request =>
        {
            keeperLooks += request.Path.EndsWith("/keep", StringComparison.Ordinal) && request.Method == "HEAD" ? 1 : 0;
            bool isLast = keeperLooks == 2 && request.Path.EndsWith("/drop", StringComparison.Ordinal);
            if (isLast && !isReplaced)
            {
                isReplaced = true;
                Replace(world, Dropped, s_other);
            }
        };
        world.Act([world.Group(Keeper, Dropped)]);
        Assert.True(isReplaced);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_other, world.Now(Dropped));
    }

    [Fact]
    public void A_move_overwrites_nothing_and_its_undo_removes_nothing()
    {
        using BucketWorld world = Pair();
        world.Put("one", Moved["s3://one/".Length..], s_content);
        Move(world);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_content, world.Now(Dropped));
        world.Undo();
        Assert.Equal(s_content, world.Now(Dropped));
        Assert.Equal(s_content, world.Now(Moved));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_of_a_move_takes_nothing_from_an_object_that_replaced_the_moved_one(bool hasOneETag)
    {
        using BucketWorld world = Pair(eTagOf: hasOneETag ? static _ => "\"5d41402abc4b2a76b9719d911017c592\"" : null);
        Move(world);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        Replace(world, Moved, s_other);
        world.Undo();
        Assert.Equal(s_content, world.Now(Dropped));
        Assert.Equal(s_other, world.Now(Moved));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_takes_the_content_from_no_copy_that_has_changed(bool hasThird)
    {
        using BucketWorld world = Pair();
        string third = world.Put("two", "third", s_content);
        PlanGroup group = world.Group(Keeper, Dropped);
        world.Act([hasThird ? group with { Keep = [.. group.Keep, .. world.Group(Keeper, third).Drop] } : group]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        Replace(world, Keeper, s_other);
        world.Undo();
        Assert.Equal(hasThird ? ActStatus.Done : ActStatus.Failed, world.ResultOf(Dropped).Status);
        Assert.Equal(hasThird ? s_content : null, world.Now(Dropped));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_takes_the_content_from_no_file_that_has_changed(bool hasThird)
    {
        using BucketWorld world = Pair();
        string file = world.AddFile("keep", s_content);
        string third = world.Put("two", "third", s_content);
        PlanGroup group = world.Group(file, Dropped);
        world.Act([hasThird ? group with { Keep = [.. group.Keep, .. world.Group(file, third).Drop] } : group]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        File.WriteAllBytes(file, s_other);
        world.Undo();
        Assert.Equal(hasThird ? ActStatus.Done : ActStatus.Failed, world.ResultOf(Dropped).Status);
        Assert.Equal(hasThird ? s_content : null, world.Now(Dropped));
    }

    // Few servers have conditions for copies, so this holds for what is uploaded.
    [Fact]
    public void Undo_overwrites_no_object_that_is_stored_between_its_look_and_its_upload()
    {
        using BucketWorld world = Pair();
        string keeper = world.AddFile("keep", s_content);
        world.Act([world.Group(keeper, Dropped)]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        world.Handler.Before = request =>
        {
            if (request.Method is "PUT" or "POST" && request.Path.EndsWith("/drop", StringComparison.Ordinal))
            {
                world.Handler.Before = null;
                Replace(world, Dropped, s_other);
            }
        };
        world.Undo();
        Assert.NotEqual(ActStatus.Done, world.ResultOf(Dropped).Status);
        Assert.Equal(s_other, world.Now(Dropped));
    }

    [Fact]
    public void Undo_copies_no_object_that_is_replaced_between_its_look_and_its_request()
    {
        using BucketWorld world = Pair();
        world.Act([world.Group(Keeper, Dropped)]);
        world.Handler.Before = request =>
        {
            if (request.Header("x-amz-copy-source") is not null)
            {
                world.Handler.Before = null;
                Replace(world, Keeper, s_other);
            }
        };
        world.Undo();
        Assert.NotEqual(ActStatus.Done, world.ResultOf(Dropped).Status);
        Assert.Null(world.Now(Dropped));
    }

    // Two equal objects, and one more, so that the bucket shows two ETags.
    private static BucketWorld Pair(S3Quirks? quirks = null, Func<StoredObject, string>? eTagOf = null)
    {
        var world = new BucketWorld(
            new MemoryS3Options { Quirks = quirks ?? new S3Quirks(), ETagOf = eTagOf }, "one", "two");
        world.Put("one", "keep", s_content);
        world.Put("one", "drop", s_content);
        world.Put("one", "unlike", Encoding.UTF8.GetBytes("another size"));
        world.Put("two", "unlike", Encoding.UTF8.GetBytes("another size"));
        return world;
    }

    private static void Move(BucketWorld world) => world.Act(
        [world.Group(Keeper, Dropped)], ActionKind.Move,
        static options => options with { MoveTo = "s3://one/moved"u8.ToArray(), DownloadBytesMax = 1000 });

    private static void Replace(BucketWorld world, string name, byte[]? content)
    {
        (string bucket, string key) = (name["s3://".Length..].Split('/')[0], name["s3://one/".Length..]);
        if (content is null)
        {
            world.Memory.Remove(bucket, key);
            return;
        }

        world.Memory.Put(bucket, key, content);
    }
}
