using Doppel.S3.DependencyInjection;
using Doppel.S3.Tests.Folders;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Doppel.S3.Tests.Services;

/// <summary>Clients in a service container.</summary>
public sealed class AddDoppelS3Tests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Each_name_has_one_client_with_its_own_options()
    {
        await using var world = new TransferWorld();
        await using var other = new TransferWorld();
        world.Put("", new Dictionary<string, string> { ["here"] = "00" });
        other.Put("", new Dictionary<string, string> { ["there"] = "00" });
        await using ServiceProvider provider = new ServiceCollection()
            .AddDoppelS3(options => Set(options, world))
            .AddDoppelS3("other", options => Set(options, other))
            .BuildServiceProvider();
        var client = provider.GetRequiredService<S3Client>();
        var named = provider.GetRequiredKeyedService<S3Client>("other");
        Assert.Same(client, provider.GetRequiredService<S3Client>());
        Assert.Same(named, provider.GetRequiredKeyedService<S3Client>("other"));
        Assert.NotSame(client, named);
        Assert.True(await client.ObjectExistsAsync(TransferWorld.Bucket, "here", s_cancellation));
        Assert.False(await client.ObjectExistsAsync(TransferWorld.Bucket, "there", s_cancellation));
        Assert.True(await named.ObjectExistsAsync(TransferWorld.Bucket, "there", s_cancellation));
        Assert.Throws<InvalidOperationException>(() => provider.GetRequiredKeyedService<S3Client>("none"));
    }

    [Fact]
    public async Task Code_and_configuration_set_options_in_the_order_of_the_calls()
    {
        await using var world = new TransferWorld();
        IConfiguration configuration = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["S3:Endpoint"] = world.Server.Endpoint.GetLeftPart(UriPartial.Authority),
            ["S3:Region"] = "us-east-1",
            ["S3:AddressStyle"] = "Path",
        }).Build();
        S3ClientOptions? seen = null;
        var services = new ServiceCollection();
        services.AddDoppelS3(options =>
        {
            options.Endpoint = "https://nowhere.invalid";
            options.Credentials = S3CredentialsProvider.Fixed(
                new S3Credentials { AccessKeyId = "ACCESS", SecretAccessKey = "secret" });
        });
        services.Configure<S3ServiceOptions>(configuration.GetSection("S3"));
        services.AddDoppelS3(options => options.Refine = client => seen = client with { ConnectionsMax = 7 });
        await using ServiceProvider provider = services.BuildServiceProvider();
        Assert.False(await provider.GetRequiredService<S3Client>()
            .ObjectExistsAsync(TransferWorld.Bucket, "a", s_cancellation));
        Assert.Equal((S3AddressStyle.Path, 7), (seen!.AddressStyle, seen.ConnectionsMax));
    }

    [Fact]
    public async Task Requests_are_signed_unless_they_are_anonymous()
    {
        await using var world = new TransferWorld();
        await using ServiceProvider provider = new ServiceCollection()
            .AddDoppelS3(options => Set(options, world))
            .AddDoppelS3("public", options =>
            {
                Set(options, world);
                options.IsAnonymous = true;
            })
            .BuildServiceProvider();
        await provider.GetRequiredService<S3Client>()
            .ObjectExistsAsync(TransferWorld.Bucket, "a", s_cancellation);
        Assert.NotNull(world.Server.Requests[^1].Header("authorization"));
        await Assert.ThrowsAsync<S3Exception>(async () => await provider.GetRequiredKeyedService<S3Client>("public")
            .ObjectExistsAsync(TransferWorld.Bucket, "a", s_cancellation));
        Assert.Null(world.Server.Requests[^1].Header("authorization"));
    }

    [Fact]
    public async Task The_container_disposes_the_client_and_its_clock_is_the_registered_one()
    {
        await using var world = new TransferWorld();
        var clock = new FixedClock();
        S3ClientOptions? seen = null;
        S3Client client;
        var services = new ServiceCollection();
        services.AddSingleton<TimeProvider>(clock);
        services.AddDoppelS3(options =>
        {
            Set(options, world);
            options.Refine = all => seen = all;
        });
        await using (ServiceProvider provider = services.BuildServiceProvider())
        {
            client = provider.GetRequiredService<S3Client>();
        }

        Assert.Same(clock, seen!.Time);
        await Assert.ThrowsAsync<ObjectDisposedException>(async () =>
            await client.ObjectExistsAsync(TransferWorld.Bucket, "a", s_cancellation));
    }

    [Fact]
    public void Invalid_arguments_and_options_are_rejected()
    {
        var services = new ServiceCollection();
        Assert.Throws<ArgumentException>(() => services.AddDoppelS3("", configure: null));
        Assert.Throws<ArgumentNullException>(() => ((IServiceCollection)null!).AddDoppelS3());
        services.AddDoppelS3(options => options.Endpoint = "no address");
        using ServiceProvider provider = services.BuildServiceProvider();
        Assert.Throws<ArgumentException>(provider.GetRequiredService<S3Client>);
    }

    private static void Set(S3ServiceOptions options, TransferWorld world)
    {
        options.Endpoint = world.Server.Endpoint.GetLeftPart(UriPartial.Authority);
        options.Region = "us-east-1";
        options.Credentials = S3CredentialsProvider.Fixed(
            new S3Credentials { AccessKeyId = "ACCESS", SecretAccessKey = "secret" });
    }

    private sealed class FixedClock : TimeProvider;
}
